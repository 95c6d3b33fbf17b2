import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Required, Satisfies } from '../../common/http/validators.js';

const MIN_MONTHS = 12;
const MAX_MONTHS = 120;

const isMonths = (value: unknown): boolean =>
  value === null ||
  (Number.isInteger(value) && (value as number) >= MIN_MONTHS && (value as number) <= MAX_MONTHS);

const AUDIT_MONTHS: ApiPropertyOptions = {
  type: 'integer',
  minimum: MIN_MONTHS,
  maximum: MAX_MONTHS,
  nullable: true,
  example: 24,
  description:
    'Audit events of whole months that are older than this are sealed: stored as a signed object, and removed from the ' +
    'trail. Null keeps them in the trail.',
};

/** A change of how long an organization keeps its records (hub contract 34). */
export class ChangeRetentionRequest {
  @Required(AUDIT_MONTHS)
  @Satisfies('isMonths', isMonths, `must be a whole number from ${MIN_MONTHS} to ${MAX_MONTHS}, or null`)
  audit_months: number | null;
}

/** How long an organization keeps its records. */
export class RetentionView {
  @ApiProperty(AUDIT_MONTHS)
  audit_months: number | null;
}
