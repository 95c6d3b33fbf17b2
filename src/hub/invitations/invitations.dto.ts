import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsEmail, Required } from '../../common/http/validators.js';
import { ROLES, type Role } from '../access/roles.js';
import { PageInfo } from '../page.dto.js';
import { INVITATION_STATUSES } from './invitation-status.js';

/** Hub spec, Organizations: invite. */
export class InviteRequest {
  @Required({ format: 'email', maxLength: 254, example: 'alice@example.com' })
  @IsEmail()
  email: string;

  @Required({ enum: [...ROLES], example: 'MEMBER' })
  @IsIn([...ROLES])
  role: Role;
}

/** Decisions, hub 6. */
export class InvitationView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'alice@example.com' })
  email: string;

  @ApiProperty({ enum: [...ROLES] })
  role: string;

  @ApiProperty({ enum: [...INVITATION_STATUSES] })
  status: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

/** Invitations of an organization, the newest first. */
export class InvitationList extends PageInfo {
  @ApiProperty({ type: [InvitationView] })
  invitations: InvitationView[];
}
