import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsIn } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { IsEmail, Required } from '../../../common/http/validators.js';
import { ROLES, type Role } from '../../../auth/rules/roles.js';
import { PageInfo } from '../../platform/http/page.dto.js';
import { INVITATION_STATUSES } from './invitation.entity.js';

/** An address to invite, and the role (hub contract 6). */
@OnlyKnownFields()
export class InviteRequest {
  @Required({ format: 'email', maxLength: 254, example: 'alice@example.com' })
  @IsEmail()
  email: string;

  @Required({ enum: [...ROLES], example: 'MEMBER' })
  @IsIn([...ROLES])
  role: Role;
}

/** An invitation, for its organization (hub contract 6). */
export class InvitationView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.invitation })
  id: string;

  @ApiProperty({ example: 'alice@example.com' })
  email: string;

  @ApiProperty({ enum: [...ROLES], example: 'MEMBER' })
  role: string;

  @ApiProperty({ enum: [...INVITATION_STATUSES], example: 'PENDING' })
  status: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-09T08:00:00.000Z' })
  expires_at: string;
}

/** A created invitation. */
export class CreatedInvitationView extends InvitationView {
  @ApiProperty({
    example: true,
    description:
      'Whether a mail goes out. Not without a mail server, after three mails to the address within 24 hours, or after ' +
      'fifty of the organization within an hour: then inform the person yourself.',
  })
  mail_sent: boolean;
}

/** Invitations of an organization, newest first. */
export class InvitationList extends PageInfo {
  @ApiProperty({ type: [InvitationView] })
  invitations: InvitationView[];
}
