import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXAMPLE_IDS } from '../common/openapi/example-ids.js';
import { OptionalNotNull, Required, Satisfies } from '../common/http/validators.js';
import { isEmailAddress } from '../common/values/email-address.js';
import { PageInfo } from '../hub/platform/http/page.dto.js';
import { PAPERS, SCHEDULE_INTERVALS, type Paper, type ScheduleInterval } from './report-values.js';

const MAX_NOTIFIED = 20;

const isAddressList = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= MAX_NOTIFIED && value.every((item) => isEmailAddress(item));

/** Scheduled reports are about the organization. */
const SCOPES = ['ORGANIZATION'] as const;

/** A new schedule of reports (hub contract 39). */
export class CreateReportScheduleRequest {
  @Required({ enum: [...SCOPES], example: 'ORGANIZATION' })
  @IsIn(SCOPES)
  scope: (typeof SCOPES)[number];

  @Required({
    enum: [...SCHEDULE_INTERVALS],
    example: 'MONTHLY',
    description: 'Reports are requested at the start of each Monday or of each month, in UTC.',
  })
  @IsIn(SCHEDULE_INTERVALS)
  interval: ScheduleInterval;

  @OptionalNotNull({ enum: [...PAPERS], default: 'A4' })
  @IsIn(PAPERS)
  paper?: Paper;

  @OptionalNotNull({
    type: [String],
    maxItems: MAX_NOTIFIED,
    default: [],
    example: ['alice@example.com'],
    description:
      'Verified e-mail addresses of members, who get a mail when a report is ready, as long as they are members.',
  })
  @Satisfies('isAddressList', isAddressList, `must be a list of at most ${MAX_NOTIFIED} e-mail addresses`)
  notify?: string[];
}

/** A schedule of reports in responses. */
export class ReportScheduleView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.schedule })
  id: string;

  @ApiProperty({ enum: [...SCOPES], example: 'ORGANIZATION' })
  scope: string;

  @ApiProperty({ enum: [...SCHEDULE_INTERVALS], example: 'MONTHLY' })
  interval: string;

  @ApiProperty({ enum: [...PAPERS], example: 'A4' })
  paper: string;

  @ApiProperty({ type: [String], example: ['alice@example.com'] })
  notify: readonly string[];

  @ApiProperty({ format: 'date-time', description: 'When the next report is requested.' })
  next_run_at: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** The schedules of an organization, oldest first. */
export class ReportScheduleList extends PageInfo {
  @ApiProperty({ type: [ReportScheduleView] })
  schedules: ReportScheduleView[];
}
