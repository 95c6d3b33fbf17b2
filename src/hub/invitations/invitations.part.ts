import type { HubPart } from '../hub-part.js';
import { AcceptanceRepository } from './acceptance.repository.js';
import { AcceptanceService } from './acceptance.service.js';
import { InvitationMails } from './invitation-mails.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';

/** Invitations, and what becomes of them. */
export const invitationsPart: HubPart = {
  controllers: [InvitationsController],
  providers: [
    AcceptanceRepository,
    AcceptanceService,
    InvitationMails,
    InvitationsRepository,
    InvitationsService,
  ],
};
