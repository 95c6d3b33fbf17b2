import { Controller, Get, Inject, Next, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { HostCookies, readCookies, SESSION_COOKIE } from '../../common/http/host-cookies.js';
import { pathOf } from '../../common/http/request-path.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { Access } from '../../auth/rules/access.decorator.js';
import { sendPage } from '../platform/pages/page.js';
import { signInState } from '../accounts/sign-in/sign-in-state.js';
import { DashboardFiles } from './dashboard-files.js';

/** First segments of the application's addresses, besides the start page. The application itself says what is beyond. */
const PAGES = ['account', 'admin', 'check', 'invitations', 'mcps', 'orgs', 'push', 'registry'];

const PAGE_ROUTES = ['/', ...PAGES.map((name) => `/${name}{/*path}`)];
const FILE_ROUTES = ['/assets/*path', '/icon.svg', '/theme.js'];

/**
 * The web application: one page for all its addresses, and its static files. Not part of the APIs or their documents.
 */
@ApiExcludeController()
@Controller()
export class DashboardController {
  private readonly files = DashboardFiles.open();
  private readonly cookies: HostCookies;
  private readonly basePath: string;
  private readonly signIn: string;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.cookies = new HostCookies(config.http.publicUrl);
    this.basePath = `${pathOf(config.http.publicUrl)}/`;
    this.signIn = signInState(config);
  }

  @Get(PAGE_ROUTES)
  @Access({ kind: 'open', because: 'the page has no data; the API decides what its reader sees' })
  show(@Req() req: Request, @Res() res: Response): void {
    res.vary('Accept');
    if (req.accepts(['html', 'json']) === 'json') {
      throw new ApiError(
        'not_found',
        'this is an HTML page; the APIs are under /v1 and /api/v1, and their documentation is at /docs',
      );
    }
    const hasSession = this.cookies.valueIn(readCookies(req.headers.cookie), SESSION_COOKIE) !== undefined;
    const page = this.files.page({ basePath: this.basePath, signIn: this.signIn, hasSession });
    sendPage(res, 200, page.text, { 'Content-Security-Policy': page.contentSecurityPolicy });
  }

  @Get(FILE_ROUTES)
  @Access({ kind: 'open', because: 'the application is the same for everybody' })
  serve(@Req() req: Request, @Res() res: Response, @Next() next: NextFunction): void {
    this.files.send(req, res, next);
  }
}
