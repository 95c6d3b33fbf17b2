import { Controller, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { HostCookies, readCookies } from '../../common/http/cookies.js';
import { StreamBody } from '../../common/http/request-body.js';
import { pathOf } from '../../common/http/request-path.js';
import { forbidden } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { Access } from '../../access/access.decorator.js';
import { mayUseCookies } from '../../common/http/same-origin.js';
import { BrowserResponses } from '../pages/page-responses.js';
import { SESSION_COOKIE, SESSION_SECONDS } from '../sessions/sessions.service.js';
import { isState, SIGN_IN_SECONDS, surplusCookies, transactionCookie } from './sign-in-transaction.js';
import { SignInService } from './sign-in.service.js';
import { OptionalNotNull, Satisfies } from '../../common/http/validators.js';
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
    for (const name of surplusCookies(readCookies(req.headers.cookie).keys())) {
      res.append('Set-Cookie', this.cookies.clear(name));
    }
    res.append('Set-Cookie', this.cookies.set(transactionCookie(state), sealed, SIGN_IN_SECONDS));
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
    if (!isState(state)) throw await this.service.notUnderWay();
    const cookies = readCookies(req.headers.cookie);
    const transaction = transactionCookie(state);
    // Cleared whatever the result: a transaction is valid once.
    res.append('Set-Cookie', this.cookies.clear(transaction));
    const { session, returnTo } = await this.service.complete({
      state,
      query: req.originalUrl.replace(/^[^?]*\?/, ''),
      sealed: cookies.get(this.cookies.nameOf(transaction)),
      session: cookies.get(this.cookies.nameOf(SESSION_COOKIE)),
    });
    res.append('Set-Cookie', this.cookies.set(SESSION_COOKIE, session, SESSION_SECONDS));
    redirect(res, this.origin + returnTo);
  }

  @Post('logout')
  @StreamBody()
  @Access({ kind: 'open', because: 'it ends the session of the request only' })
  @ApiOperation({
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session of the browser. The request needs the origin of the service in `Origin`.',
  })
  @BrowserResponses(303, 403)
  async logout(@Req() req: Request, @Res() res: Response): Promise<void> {
    if (!mayUseCookies(req, this.origin)) throw forbidden();
    await this.service.signOut(readCookies(req.headers.cookie).get(this.cookies.nameOf(SESSION_COOKIE)));
    res.append('Set-Cookie', this.cookies.clear(SESSION_COOKIE));
    redirect(res, this.origin + this.home, 303);
  }
}

/** Redirects the browser without a referrer. */
function redirect(res: Response, url: string, status = 302): void {
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.status(status).setHeader('Location', url).end();
}
