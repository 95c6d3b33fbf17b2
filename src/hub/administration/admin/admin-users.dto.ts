import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { OnlyKnownFields } from '../../../common/http/known-fields.js';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsIn } from 'class-validator';
import { isStorableText } from '../../../common/values/text.js';
import {
  AsUuids,
  IsAnyCaseOf,
  IsEmail,
  IsName,
  IsQueryBoolean,
  IsText,
  OptionalNotNull,
  Required,
  Satisfies,
} from '../../../common/http/validators.js';
import { PLANS, type Plan, ACCOUNT_STATUSES, type AccountStatus } from '../../../auth/accounts/accounts.js';
import { PLATFORM_ROLES, type PlatformRole } from '../../../auth/rules/roles.js';
import { EndingRequest } from '../account-credentials/account-credentials.dto.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';

const NAME_LENGTH = 200;
const EMAIL_LENGTH = 254;
const QUERY_LENGTH = 200;
const MAX_BULK = 100;
const MAX_ID_LENGTH = 100;

const isListOfIds = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= MAX_BULK &&
  value.every((id) => isStorableText(id, MAX_ID_LENGTH)) &&
  new Set(value).size === value.length;

/** Filter for users (hub contract 18). */
export class AdminUsersQuery extends PageQuery {
  @OptionalNotNull({
    maxLength: QUERY_LENGTH,
    description: 'Words in the e-mail address or name: all of them, in any order, regardless of case.',
  })
  @IsText(0, QUERY_LENGTH)
  q?: string;

  @OptionalNotNull({ enum: [...ACCOUNT_STATUSES], description: 'By default, all but deleted ones.' })
  @IsIn(ACCOUNT_STATUSES)
  status?: AccountStatus;

  @OptionalNotNull({ enum: [...PLANS] })
  @IsAnyCaseOf(PLANS)
  plan?: Plan;

  @OptionalNotNull({ enum: [...PLATFORM_ROLES] })
  @IsIn(PLATFORM_ROLES)
  role?: PlatformRole;
}

/** A user to create in advance; the first sign-in with the verified e-mail address becomes this user. */
@OnlyKnownFields()
export class CreateUserRequest {
  @Required({ format: 'email', maxLength: EMAIL_LENGTH, example: 'alice@example.com' })
  @IsEmail()
  email: string;

  @Required({ maxLength: NAME_LENGTH, example: 'Alice' })
  @IsName(NAME_LENGTH)
  name: string;

  @OptionalNotNull({ enum: [...PLANS], default: 'FREE' })
  @IsAnyCaseOf(PLANS)
  plan?: Plan;

  @OptionalNotNull({ enum: [...PLATFORM_ROLES], default: 'USER' })
  @IsIn(PLATFORM_ROLES)
  role?: PlatformRole;
}

/** Changes of a user other than plan, role and status. */
export class ChangeUserRequest {
  @OptionalNotNull({ format: 'email', maxLength: EMAIL_LENGTH, example: 'alice@example.com' })
  @IsEmail()
  email?: string;

  @OptionalNotNull({ maxLength: NAME_LENGTH, example: 'Alice' })
  @IsName(NAME_LENGTH)
  name?: string;
}

/** The new plan of a user or an organization. */
export class ChangePlanRequest {
  @Required({ enum: [...PLANS] })
  @IsAnyCaseOf(PLANS)
  plan: Plan;
}

/** Roles of a local user in the registry. */
const REGISTRY_ROLES = ['USER', 'ADMIN'] as const;
type RegistryRole = (typeof REGISTRY_ROLES)[number];

/** The new roles of a user outside of organizations: at least one. */
@OnlyKnownFields()
export class ChangeRoleRequest {
  @OptionalNotNull({ enum: [...PLATFORM_ROLES], description: 'In the hub.' })
  @IsIn(PLATFORM_ROLES)
  role?: PlatformRole;

  @OptionalNotNull({ enum: [...REGISTRY_ROLES], description: 'Of a local user in the registry.' })
  @IsIn(REGISTRY_ROLES)
  registry_role?: RegistryRole;
}

/** What ends with a deleted user. */
export class DeleteUserQuery {
  @OptionalNotNull({
    type: Boolean,
    description:
      'Also revoke the service tokens that the user created. API tokens of the registry end anyway.',
  })
  @IsQueryBoolean()
  revoke_tokens?: boolean;
}

/** Ids of several users. */
@OnlyKnownFields()
export class BulkUsersRequest {
  @Required({
    example: [EXAMPLE_IDS.user],
    type: [String],
    minItems: 1,
    maxItems: MAX_BULK,
    uniqueItems: true,
  })
  @AsUuids()
  @Satisfies('isListOfIds', isListOfIds, `must be a list of 1 to ${MAX_BULK} different identifiers`)
  user_ids: string[];
}

/** Users to suspend. */
@OnlyKnownFields()
export class BulkSuspendRequest extends IntersectionType(BulkUsersRequest, EndingRequest) {}

/** A user for platform administrators (hub contract 18). */
export class AdminUserView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.user })
  id: string;

  @ApiProperty({ example: 'alice@example.com' })
  email: string;

  @ApiProperty({
    example: true,
    description:
      'Whether the identity provider has verified the address. Otherwise the user only claims it, or an ' +
      'administrator entered it; it may belong to somebody else.',
  })
  email_verified: boolean;

  @ApiProperty({ example: 'Alice' })
  name: string;

  @ApiProperty({ enum: [...PLANS] })
  plan: Plan;

  @ApiProperty({ enum: [...PLATFORM_ROLES] })
  role: PlatformRole;

  @ApiProperty({
    type: String,
    enum: [...REGISTRY_ROLES],
    nullable: true,
    description:
      'Whether a local user administers the whole registry; null for others: their identity provider decides.',
  })
  registry_role: RegistryRole | null;

  @ApiProperty({ enum: [...ACCOUNT_STATUSES] })
  status: AccountStatus;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null before the first sign-in.',
  })
  last_login_at: string | null;
}

/** Users, newest first. */
export class AdminUserList extends PageInfo {
  @ApiProperty({ type: [AdminUserView] })
  users: AdminUserView[];
}

/** The result for one user. */
export class BulkResult {
  @ApiProperty({ example: EXAMPLE_IDS.user })
  id: string;

  @ApiProperty({ example: false, description: 'Whether the user has the requested status now.' })
  ok: boolean;

  @ApiProperty({
    required: false,
    example: 'user not found',
    description: 'Why the user does not have that status.',
  })
  reason?: string;
}

/** One result for each user, in the order of the request. */
export class BulkResults {
  @ApiProperty({ type: [BulkResult] })
  results: BulkResult[];
}
