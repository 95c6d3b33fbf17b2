import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ROLES, type Role } from './memberships.repository.js';
import { OnlyKnownFields } from '../../common/http/known-fields.js';
import { IsName, IsText, Required } from '../../common/http/validators.js';
import { OrganizationPath } from '../registry.dto.js';

/** A member of an organization (registry contract 14). */
export class Member {
  @ApiProperty({ example: 'alice' })
  username: string;

  @ApiProperty({ example: 'acme' })
  org_id: string;

  @ApiProperty({ enum: [...ROLES] })
  role: string;
}

/** All members of an organization. */
export class MemberList {
  @ApiProperty({ type: [Member] })
  members: Member[];
}

/** A member to add, with a role. */
@OnlyKnownFields()
export class AddMemberRequest {
  @Required({ example: 'alice' })
  @IsName(255)
  username: string;

  @Required({ enum: [...ROLES] })
  @IsIn([...ROLES])
  role: Role;
}

/** Path of a member. */
export class MemberPath extends OrganizationPath {
  @Required({ example: 'alice' })
  @IsText(1, 255)
  username: string;
}
