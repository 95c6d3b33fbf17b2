import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { CurrentCaller } from '../../access/current-principal.js';
import { Access } from '../../access/access.decorator.js';
import type { HubPrincipal } from '../../access/hub-principal.js';
import { MyInvitationsService } from '../invitations/my-invitations.service.js';
import { sendPage } from '../pages/page.js';
import { signInState, type SignInState } from '../sign-in/sign-in-state.js';
import { homePage } from './home-page.js';

const MAX_INVITATIONS = 5;

/** Path of the home page. */
export const HOME_PATH = '/';

/**
 * `/`: the home page, which describes the service and shows who is signed in. Not part of the APIs or their documents.
 */
@ApiExcludeController()
@Controller(HOME_PATH)
export class HomeController {
  private readonly publicUrl: string;
  private readonly signIn: SignInState;

  constructor(
    private readonly invitations: MyInvitationsService,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.publicUrl = config.http.publicUrl;
    this.signIn = signInState(config);
  }

  @Get()
  @Access({ kind: 'open', because: 'it shows people where to sign in' })
  async show(
    @CurrentCaller() caller: HubPrincipal,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    res.vary('Accept');
    if (req.accepts(['html', 'json']) === 'json') {
      throw new ApiError(
        'not_found',
        'this is an HTML page; the APIs are under /v1 and /api/v1, and their documentation is at /docs',
      );
    }
    const user = caller.kind === 'user' ? caller : undefined;
    const invitations = user && (await this.invitations.list(user, { limit: MAX_INVITATIONS, offset: 0 }));
    sendPage(res, 200, homePage({ publicUrl: this.publicUrl, signIn: this.signIn, user, invitations }));
  }
}
