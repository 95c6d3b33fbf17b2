import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { ROLES } from '../../../auth/rules/roles.js';
import { PageInfo } from '../../platform/http/page.dto.js';

const INVITER_TYPES = ['user', 'service_token'] as const;

/** The organization of an invitation. */
export class InvitingOrganization {
  @ApiProperty({ example: EXAMPLE_IDS.org, format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'acme' })
  slug: string;

  @ApiProperty({ example: 'Acme Corporation' })
  display_name: string;
}

/** The inviter of an invitation. */
export class Inviter {
  @ApiProperty({ enum: [...INVITER_TYPES], example: 'user' })
  type: string;

  @ApiProperty({
    example: 'bob@example.com',
    description: 'Verified e-mail address of a user, or else their name; name of a service token.',
  })
  name: string;
}

/** An invitation to the caller's verified e-mail address. */
export class ReceivedInvitationView {
  @ApiProperty({ example: EXAMPLE_IDS.invitation, format: 'uuid' })
  id: string;

  @ApiProperty({ type: InvitingOrganization })
  organization: InvitingOrganization;

  @ApiProperty({ enum: [...ROLES], example: 'MEMBER', description: 'The role that accepting it gives.' })
  role: string;

  @ApiProperty({ type: Inviter })
  invited_by: Inviter;

  @ApiProperty({ format: 'date-time', example: '2026-03-02T08:00:00.000Z' })
  created_at: string;

  @ApiProperty({ format: 'date-time', example: '2026-03-09T08:00:00.000Z' })
  expires_at: string;
}

/** Pending invitations to the caller, newest first. */
export class ReceivedInvitationList extends PageInfo {
  @ApiProperty({ type: [ReceivedInvitationView] })
  invitations: ReceivedInvitationView[];
}
