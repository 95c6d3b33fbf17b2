import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import {
  isOrganizationSlug,
  ORGANIZATION_MAX_LENGTH,
  ORGANIZATION_RULE,
} from '../../../common/values/names.js';
import { IsName, OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';
import { PLANS, ACCOUNT_STATUSES } from '../../../auth/accounts/accounts.js';
import { PERMISSIONS, ROLES } from '../../../auth/rules/roles.js';

const NAME_LENGTH = 100;
const DISPLAY_NAME_LENGTH = 200;

/** A new organization (hub contract 5). */
export class CreateOrganizationRequest {
  @Required({ maxLength: NAME_LENGTH, example: 'Acme' })
  @IsName(NAME_LENGTH)
  name: string;

  @Required({ maxLength: ORGANIZATION_MAX_LENGTH, example: 'acme' })
  @Satisfies('isOrganizationSlug', isOrganizationSlug, ORGANIZATION_RULE)
  slug: string;

  @OptionalNotNull({
    maxLength: DISPLAY_NAME_LENGTH,
    example: 'Acme Corporation',
    description: 'The name by default.',
  })
  @IsName(DISPLAY_NAME_LENGTH)
  display_name?: string;
}

/** Changes of an organization. Its slug cannot change, because its packages in the registry have it. */
export class ChangeOrganizationRequest {
  @OptionalNotNull({ maxLength: NAME_LENGTH, example: 'Acme' })
  @IsName(NAME_LENGTH)
  name?: string;

  @OptionalNotNull({ maxLength: DISPLAY_NAME_LENGTH, example: 'Acme Corporation' })
  @IsName(DISPLAY_NAME_LENGTH)
  display_name?: string;
}

/** An organization (hub contract 5). */
export class OrganizationView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.org })
  id: string;

  @ApiProperty({ example: 'Acme' })
  name: string;

  @ApiProperty({ example: 'acme' })
  slug: string;

  @ApiProperty({ example: 'Acme Corporation' })
  display_name: string;

  @ApiProperty({ enum: [...PLANS] })
  plan: string;

  @ApiProperty({ enum: [...ACCOUNT_STATUSES] })
  status: string;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Requests per minute; null for the limit of its plan.',
  })
  api_calls_per_min: number | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** Organizations of the caller. */
export class OrganizationList {
  @ApiProperty({ type: [OrganizationView] })
  orgs: OrganizationView[];
}

/** A role and its permissions. */
export class RoleView {
  @ApiProperty({ enum: [...ROLES], example: 'MEMBER' })
  name: string;

  @ApiProperty({ type: [String], example: [...PERMISSIONS.MEMBER] })
  permissions: string[];
}

/** The roles of an organization, highest first. */
export class RoleList {
  @ApiProperty({ type: [RoleView] })
  roles: RoleView[];
}
