import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { isStorableText } from '../../../common/values/text.js';
import { IsAnyCaseOf, IsEmail, IsText, OptionalNotNull, Satisfies } from '../../../common/http/validators.js';
import { PLANS, type Plan, ACCOUNT_STATUSES, type AccountStatus } from '../../../auth/accounts/accounts.js';
import {
  ChangeOrganizationRequest,
  CreateOrganizationRequest,
  OrganizationView,
} from '../../accounts/organizations/organizations.dto.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';

const QUERY_LENGTH = 200;
const MAX_CALLS = 5000;
const CUSTOMER_LENGTH = 255;

const isCalls = (value: unknown): boolean =>
  value === null || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_CALLS);

const isCustomer = (value: unknown): boolean =>
  value === null || (isStorableText(value, CUSTOMER_LENGTH) && value !== '');

/** The property is optional; its rule accepts null, which clears the value. */
const OptionalOrNull = (schema: ApiPropertyOptions): PropertyDecorator =>
  OptionalNotNull({ ...schema, nullable: true });

/** Filter for organizations (hub contract 18). */
export class AdminOrganizationsQuery extends PageQuery {
  @OptionalNotNull({
    maxLength: QUERY_LENGTH,
    description: 'Words in the name, slug or display name: all of them, in any order, regardless of case.',
  })
  @IsText(0, QUERY_LENGTH)
  q?: string;

  @OptionalNotNull({ enum: [...ACCOUNT_STATUSES], description: 'By default, all but deleted ones.' })
  @IsIn(ACCOUNT_STATUSES)
  status?: AccountStatus;

  @OptionalNotNull({ enum: [...PLANS] })
  @IsAnyCaseOf(PLANS)
  plan?: Plan;
}

/** An organization to create on behalf of its owner. */
export class AdminCreateOrganizationRequest extends CreateOrganizationRequest {
  @OptionalNotNull({ enum: [...PLANS], default: 'FREE' })
  @IsAnyCaseOf(PLANS)
  plan?: Plan;

  @OptionalNotNull({
    format: 'email',
    example: 'alice@example.com',
    description: 'E-mail address of the owner: added if an active user has verified it, otherwise invited.',
  })
  @IsEmail()
  owner_email?: string;
}

/** A created organization. */
export class AdminCreatedOrganization extends OrganizationView {
  @ApiProperty({
    required: false,
    example: true,
    description:
      'Whether a mail goes out to `owner_email`, where that is invited. Not without a mail server, nor after three mails ' +
      'to the address within 24 hours: then inform the person yourself.',
  })
  mail_sent?: boolean;
}

/** Changes of an organization by a platform administrator. */
export class AdminChangeOrganizationRequest extends ChangeOrganizationRequest {
  @OptionalOrNull({
    type: 'integer',
    minimum: 1,
    maximum: MAX_CALLS,
    description: 'Requests per minute, on the Enterprise plan only; null for the limit of the plan.',
  })
  @Satisfies('isCalls', isCalls, `must be a whole number from 1 to ${MAX_CALLS}, or null`)
  api_calls_per_min?: number | null;

  @OptionalOrNull({
    type: String,
    maxLength: CUSTOMER_LENGTH,
    example: 'cus_NffrFeUfNV2Hib',
    description: 'The customer of the payment provider whose subscription sets the plan; null for none.',
  })
  @Satisfies('isCustomer', isCustomer, `must be a string of 1 to ${CUSTOMER_LENGTH} characters, or null`)
  payment_customer?: string | null;
}

/** Organizations, newest first. */
export class AdminOrganizationList extends PageInfo {
  @ApiProperty({ type: [OrganizationView] })
  orgs: OrganizationView[];
}
