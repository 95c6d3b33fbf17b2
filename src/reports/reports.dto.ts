import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { EXAMPLE_IDS } from '../common/openapi/example-ids.js';
import { IsUuid, OptionalNotNull, Required } from '../common/http/validators.js';
import { PageInfo } from '../hub/platform/http/page.dto.js';
import {
  PAPERS,
  REPORT_FORMATS,
  REPORT_SCOPES,
  REPORT_STATUSES,
  type Paper,
  type ReportScope,
} from './report-values.js';

/** A request for a report (hub contract 39). */
export class CreateReportRequest {
  @OptionalNotNull({
    enum: [...REPORT_SCOPES],
    default: 'SNAPSHOT',
    description: 'What the report is about: an analysis, or the organization as a whole.',
  })
  @IsIn(REPORT_SCOPES)
  scope?: ReportScope;

  @OptionalNotNull({
    format: 'uuid',
    example: EXAMPLE_IDS.snapshot,
    description:
      'The snapshot of an MCP of the organization, or of a public one. Required for the scope SNAPSHOT, not allowed for ORGANIZATION.',
  })
  @IsUuid()
  snapshot_id?: string;

  @Required({ enum: [...REPORT_FORMATS], example: 'PDF' })
  @IsIn(REPORT_FORMATS)
  format: (typeof REPORT_FORMATS)[number];

  @OptionalNotNull({ enum: [...PAPERS], default: 'A4' })
  @IsIn(PAPERS)
  paper?: Paper;
}

/** A report in responses. */
export class ReportView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.report })
  id: string;

  @ApiProperty({
    enum: [...REPORT_STATUSES],
    example: 'PENDING',
    description: 'The documents exist once it is COMPLETED. A report that is FAILED stays so.',
  })
  status: string;

  @ApiProperty({ enum: [...REPORT_SCOPES], example: 'SNAPSHOT' })
  scope: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: EXAMPLE_IDS.snapshot,
    description: 'Null for reports about the organization.',
  })
  snapshot_id: string | null;

  @ApiProperty({ enum: [...REPORT_FORMATS], example: 'PDF' })
  format: string;

  @ApiProperty({ enum: [...PAPERS], example: 'A4' })
  paper: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The schedule that has requested it; null if a person has, or if the schedule was deleted.',
  })
  schedule_id: string | null;

  @ApiProperty({ example: 'alice@example.com', description: 'Who has requested it, as in the audit trail.' })
  requested_by: string;

  @ApiProperty({ type: String, nullable: true, description: 'Why it is FAILED.' })
  failure_reason: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finished_at: string | null;
}

/** A page of the reports of an organization, newest first. */
export class ReportList extends PageInfo {
  @ApiProperty({ type: [ReportView] })
  reports: ReportView[];
}
