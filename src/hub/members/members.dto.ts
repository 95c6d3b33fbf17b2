import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OnlyKnownFields } from '../../common/http/known-fields.js';
import { Required } from '../../common/http/validators.js';
import { ROLES, type Role } from '../../access/roles.js';
import { PageInfo } from '../http/page.dto.js';

/** A member of an organization. */
export class OrganizationMemberView {
  @ApiProperty({ format: 'uuid' })
  user_id: string;

  @ApiProperty({
    example: 'alice@example.com',
    description: 'Empty unless the identity provider has verified it.',
  })
  email: string;

  @ApiProperty({ example: 'Alice' })
  name: string;

  @ApiProperty({ enum: [...ROLES] })
  role: string;

  @ApiProperty({ format: 'date-time' })
  joined_at: string;
}

/** Members of an organization, in the order in which they joined. */
export class OrganizationMemberList extends PageInfo {
  @ApiProperty({ type: [OrganizationMemberView] })
  members: OrganizationMemberView[];
}

/** The new role of a member. */
@OnlyKnownFields()
export class ChangeMemberRequest {
  @Required({ enum: [...ROLES] })
  @IsIn([...ROLES])
  role: Role;
}
