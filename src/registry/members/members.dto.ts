import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ROLES, type Role } from '../../auth/memberships/memberships.repository.js';
import { IsText, Required } from '../../common/http/validators.js';
import { OrganizationPath } from '../registry.dto.js';

export class Member {
  @ApiProperty({ example: 'alice' })
  username: string;

  @ApiProperty({ example: 'acme' })
  org_id: string;

  @ApiProperty({ enum: [...ROLES] })
  role: string;
}

export class MemberList {
  @ApiProperty({ type: [Member] })
  members: Member[];
}

export class AddMemberRequest {
  @Required({ example: 'alice' })
  @IsText(1, 255)
  username: string;

  @Required({ enum: [...ROLES] })
  @IsIn([...ROLES])
  role: Role;
}

export class MemberPath extends OrganizationPath {
  @Required({ example: 'alice' })
  @IsText(1, 255)
  username: string;
}
