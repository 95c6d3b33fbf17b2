import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Invitation } from './invitation.entity.js';
import { InvitationMailLog } from './invitation-mail-log.entity.js';
import { AcceptanceRepository } from './acceptance.repository.js';
import { InvitationAcceptanceService } from './invitation-acceptance.service.js';
import { InvitationMailer } from './invitation-mailer.js';
import { InvitationMailsRepository } from './invitation-mails.repository.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { MyInvitationsController } from './my-invitations.controller.js';
import { MyInvitationsReadModel } from './my-invitations.read-model.js';
import { MyInvitationsService } from './my-invitations.service.js';
import { SentInvitationsModule } from './sent-invitations.module.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { MailModule } from '../../platform/mail/mail.module.js';
import { OrgsModule } from '../organizations/orgs.module.js';

/** Invitations and their acceptance. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Invitation, InvitationMailLog]),
    AuditModule,
    IdentityModule,
    MailModule,
    OrgsModule,
    SentInvitationsModule,
  ],
  controllers: [InvitationsController, MyInvitationsController],
  providers: [
    AcceptanceRepository,
    InvitationAcceptanceService,
    InvitationMailer,
    InvitationMailsRepository,
    InvitationsService,
    MyInvitationsReadModel,
    MyInvitationsService,
  ],
  exports: [InvitationMailer, MyInvitationsService, SentInvitationsModule],
})
export class InvitationsModule {}
