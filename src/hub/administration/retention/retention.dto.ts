import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { OptionalNotNull, Required, Satisfies } from '../../../common/http/validators.js';

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

const EVALUATION_MONTHS: ApiPropertyOptions = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_MONTHS,
  example: 12,
  description:
    'Recorded evaluations of whole months that are older than this are sealed: stored as a signed object, and removed ' +
    'from the list.',
};

/** A change of how long an organization keeps its records (hub contract 34). */
export class ChangeRetentionRequest {
  @Required(AUDIT_MONTHS)
  @Satisfies('isMonths', isMonths, `must be a whole number from ${MIN_MONTHS} to ${MAX_MONTHS}, or null`)
  audit_months: number | null;

  @OptionalNotNull({ ...EVALUATION_MONTHS, description: 'Stays as it is when it is left out.' })
  @Max(MAX_MONTHS)
  @Min(1)
  @IsInt()
  evaluation_months?: number;
}

/** How long an organization keeps its records. */
export class RetentionView {
  @ApiProperty(AUDIT_MONTHS)
  audit_months: number | null;

  @ApiProperty(EVALUATION_MONTHS)
  evaluation_months: number;
}
