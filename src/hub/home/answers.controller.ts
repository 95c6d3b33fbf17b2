import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { badRequest, notFound } from '../../common/errors/api-error.js';
import { StreamBody } from '../../common/http/request-body.js';
import { isUuid } from '../../common/values/uuid.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { CurrentUser } from '../../access/current-principal.js';
import { Access } from '../../access/access.decorator.js';
import type { UserCaller } from '../../access/hub-principal.js';
import { MyInvitationsService } from '../invitations/my-invitations.service.js';
import { readForm } from '../pages/read-form.js';

/** Form action for answering invitations on the home page. */
export const ANSWERS_PATH = '/invitations';

/** `/invitations`: accepts and declines invitations with plain HTML forms. Not part of the APIs. */
@ApiExcludeController()
@Controller(ANSWERS_PATH)
export class AnswersController {
  constructor(
    private readonly invitations: MyInvitationsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Post()
  @StreamBody()
  @Access({ kind: 'user', then: 'invitations to the verified address of the caller' })
  async answer(@CurrentUser() caller: UserCaller, @Req() req: Request, @Res() res: Response): Promise<void> {
    const { invitation, answer } = await readForm(req, res, ['invitation', 'answer']);
    if (answer !== 'accept' && answer !== 'decline') throw badRequest('answer', 'must be accept or decline');
    if (!isUuid(invitation)) throw notFound('invitation');
    await this.invitations[answer](caller, invitation);
    res.status(303).setHeader('Location', `${this.config.http.publicUrl}/`).end();
  }
}
