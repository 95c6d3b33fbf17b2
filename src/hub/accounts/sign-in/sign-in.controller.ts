import { Controller, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { HostCookies, readCookies, SESSION_COOKIE } from '../../../common/http/host-cookies.js';
import { StreamBody } from '../../../common/http/request-body.js';
import { pathOf } from '../../../common/http/request-path.js';
import { ApiError, forbidden } from '../../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { mayUseCookies } from '../../../common/http/same-origin.js';
import { BrowserResponses } from '../../platform/pages/page-responses.js';
import { SESSION_SECONDS } from '../sessions/sessions.service.js';
import { isState } from '../identity-provider/sign-in-request.js';
import { SIGN_IN_COOKIE_SECONDS, surplusCookies, transactionCookie } from './transaction-seal.js';
import { SignInService } from './sign-in.service.js';
import { OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import { isReturnTarget, RETURN_TARGET_RULE } from './return-target.js';

/** Query of the sign-in page. */
class SignInQuery {
  @OptionalNotNull({ example: '/orgs', description: 'A path of this service; the start page by default.' })
  @Satisfies('isReturnTarget', isReturnTarget, RETURN_TARGET_RULE)
  return_to?: string;
}

/** Path prefix of the sign-in pages. */
export const SIGN_IN_PATH = '/auth';

/** `/auth/…`: pages for signing in and out with a browser. Errors are pages too (`pages.surface.ts`). */
@ApiTags('sign-in')
@Controller(SIGN_IN_PATH)
export class SignInController {
  private readonly cookies: HostCookies;
  private readonly origin: string;
  private readonly home: string;

  constructor(
    private readonly service: SignInService,
    @Inject(APP_CONFIG) { http }: AppConfig,
  ) {
    this.cookies = new HostCookies(http.publicUrl);
    this.origin = new URL(http.publicUrl).origin;
    this.home = `${pathOf(http.publicUrl)}/`;
  }

  @Get('login')
  @Access({ kind: 'open', because: 'sign-in creates the session' })
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Start a sign-in with a browser',
    description: 'Redirects to the identity provider. A page for browsers, not for programs.',
  })
  @BrowserResponses(302, 400)
  async login(@Query() query: SignInQuery, @Req() req: Request, @Res() res: Response): Promise<void> {
    const { url, state, sealed } = await this.service.start(query.return_to ?? this.home);
    const cookies = readCookies(req.headers.cookie);
    for (const name of surplusCookies(cookies, (short) => this.cookies.nameOf(short), sealed)) {
      res.append('Set-Cookie', this.cookies.clear(name));
    }
    res.append('Set-Cookie', this.cookies.set(transactionCookie(state), sealed, SIGN_IN_COOKIE_SECONDS));
    redirect(res, url);
  }

  @Get('callback')
  @Access({ kind: 'open', because: 'the identity provider authenticates the user' })
  @ApiOperation({
    operationId: 'finishSignIn',
    summary: 'Finish a sign-in',
    description:
      'The identity provider redirects the browser here. Starts a session, and redirects to the page that started the sign-in.',
  })
  @ApiQuery({ name: 'state', type: String })
  @ApiQuery({ name: 'code', type: String, required: false })
  @ApiQuery({ name: 'error', type: String, required: false })
  @BrowserResponses(302, 400, 403)
  async callback(@Req() req: Request, @Res() res: Response): Promise<void> {
    const { state } = req.query;
    const cookies = readCookies(req.headers.cookie);
    const session = this.cookies.valueIn(cookies, SESSION_COOKIE);
    if (!isState(state)) {
      await this.service.returnLate({ session });
      redirect(res, this.origin + this.home);
      return;
    }
    const sealed = this.cookies.valueIn(cookies, transactionCookie(state));
    const query = req.originalUrl.replace(/^[^?]*\?/, '');
    try {
      const signedIn = await this.service.complete({ state, query, sealed, session });
      await this.endTransaction(res, state, sealed);
      if (signedIn.session !== undefined) {
        res.append('Set-Cookie', this.cookies.set(SESSION_COOKIE, signedIn.session, SESSION_SECONDS));
      }
      redirect(res, this.origin + (signedIn.returnTo ?? this.home));
    } catch (error) {
      // A provider that cannot be reached may answer the same request later.
      if (!(error instanceof ApiError && error.kind === 'unavailable')) {
        await this.endTransaction(res, state, sealed);
      }
      throw error;
    }
  }

  /** A transaction is valid once. Its cookie then only says where the user wanted to go. */
  private async endTransaction(res: Response, state: string, sealed: string | undefined): Promise<void> {
    const name = transactionCookie(state);
    const over = await this.service.sealOver(sealed, state);
    const line =
      over === undefined ? this.cookies.clear(name) : this.cookies.set(name, over, SIGN_IN_COOKIE_SECONDS);
    res.append('Set-Cookie', line);
  }

  @Post('logout')
  @StreamBody()
  @Records('session.ended')
  @Access({ kind: 'open', because: 'it ends the session of the request only' })
  @ApiOperation({
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the browser. The request needs the origin of the service in `Origin`.',
  })
  @BrowserResponses(303, 403)
  async logout(@Req() req: Request, @Res() res: Response): Promise<void> {
    if (!mayUseCookies(req, this.origin)) throw forbidden();
    await this.service.signOut(this.cookies.valuesIn(readCookies(req.headers.cookie), SESSION_COOKIE));
    res.append('Set-Cookie', this.cookies.clear(SESSION_COOKIE));
    redirect(res, this.origin + this.home, 303);
  }
}

/** Redirects the browser without a referrer. */
function redirect(res: Response, url: string, status = 302): void {
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.status(status).setHeader('Location', url).end();
}
