import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { IsIn } from 'class-validator';
import { IsUuid, OptionalNotNull } from '../../../common/http/validators.js';
import { PageInfo, PageQuery } from '../../platform/http/page.dto.js';
import {
  ANALYSIS_REASONS,
  ANALYSIS_STATUSES,
  type AnalysisReason,
  type AnalysisStatus,
} from '../../catalog/intake/analysis-values.js';

const NOT_STARTED = 'Null before its first attempt.';

/** Filter and page of analysis jobs. */
export class AnalysisJobQuery extends PageQuery {
  @OptionalNotNull({ enum: [...ANALYSIS_STATUSES] })
  @IsIn(ANALYSIS_STATUSES)
  status?: AnalysisStatus;

  @OptionalNotNull({ format: 'uuid' })
  @IsUuid()
  mcp_id?: string;
}

/** An analysis of a version (hub contract 30). */
export class AnalysisJobView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.job })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mcp_id: string;

  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

  @ApiProperty({ format: 'uuid' })
  version_id: string;

  @ApiProperty({ example: 'commit-0123456-20260101' })
  visible_version: string;

  @ApiProperty({ enum: [...ANALYSIS_REASONS] })
  reason: AnalysisReason;

  @ApiProperty({ enum: [...ANALYSIS_STATUSES] })
  status: AnalysisStatus;

  @ApiProperty({ type: 'integer', example: 0, description: 'How often it has been started.' })
  attempts: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description:
      'What it is doing: `fetching`, a phase of the analyzer, or `recording`. Null unless it is running.',
  })
  phase: string | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Why it has failed.' })
  failure_reason: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null, description: NOT_STARTED })
  started_at: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'When its process was last known to be alive. Null unless it has been started.',
  })
  heartbeat_at: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'Null before it has ended.',
  })
  finished_at: string | null;
}

/** A page of analysis jobs. */
export class AnalysisJobList extends PageInfo {
  @ApiProperty({ type: [AnalysisJobView] })
  analysis_jobs: AnalysisJobView[];
}
