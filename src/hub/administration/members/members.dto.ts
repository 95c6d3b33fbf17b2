import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { IsQueryBoolean, OptionalNotNull, Required } from '../../../common/http/validators.js';
import { MemberSecrets } from '../member-secrets/member-secrets.dto.js';
import { ROLES, type Role } from '../../../auth/rules/roles.js';
import { PageInfo } from '../../platform/http/page.dto.js';

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

/** What stays of a member who is removed. */
export class RemoveMemberQuery {
  @OptionalNotNull({
    type: Boolean,
    description:
      'Keep the membership in the organization of the registry with this name, and the API tokens there. Such a member ' +
      'reads, and publishes nothing.',
  })
  @IsQueryBoolean()
  keep_registry?: boolean;
}

const MEMBERSHIPS = ['ended', 'none', 'kept', 'unknown'] as const;

/** What a removal changed in the registry. */
export class EndedMembership {
  @ApiProperty({
    enum: [...MEMBERSHIPS],
    description:
      '`none`: the person was no member there. `unknown`: the two APIs have no accounts in common, and nothing was changed.',
  })
  membership: (typeof MEMBERSHIPS)[number];

  @ApiProperty({
    type: [String],
    example: ['mcp_abcdefghij2345672345'],
    description: 'API tokens with a pattern that names the organization.',
  })
  ended_tokens: string[];
}

/** A removed member: what ended, and what the person made or knows. */
export class RemovedMember {
  @ApiProperty({ format: 'uuid' })
  user_id: string;

  @ApiProperty({ type: EndedMembership })
  registry: EndedMembership;

  @ApiProperty({ type: MemberSecrets })
  secrets: MemberSecrets;
}
