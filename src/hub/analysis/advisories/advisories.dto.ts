import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { PageInfo } from '../../platform/http/page.dto.js';

const DAY = { type: String, format: 'date', nullable: true, example: '2026-01-31' } as const;
const TIME = { type: String, format: 'date-time', nullable: true } as const;

/** A source of advisories. */
export class AdvisorySourceView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.category })
  id: string;

  @ApiProperty({
    description: 'The address that is fetched, or the name of an import.',
    example: 'https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip',
  })
  name: string;

  @ApiProperty({
    description: 'Whether `ADVISORIES_URL` names it, so that it is fetched daily.',
    example: true,
  })
  is_fetched: boolean;

  @ApiProperty({ type: [String], example: ['npm'] })
  ecosystems: string[];

  @ApiProperty({ ...DAY, description: 'Date of the newest advisory; null before the first import.' })
  newest_advisory: string | null;

  @ApiProperty({ type: 'integer', description: 'Number of advisories that are stored.', example: 21034 })
  advisories: number;

  @ApiProperty({ type: 'integer', description: 'Number of invalid records in the last export.', example: 0 })
  skipped: number;

  @ApiProperty({ ...TIME, description: 'When the last import ended.' })
  imported_at: string | null;

  @ApiProperty({ ...TIME, description: 'When the export was last fetched, or found to be unchanged.' })
  checked_at: string | null;

  @ApiProperty({ ...TIME, description: 'When the next attempt is due; null for imports by hand.' })
  next_attempt_at: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Number of failed attempts since the last success.',
    example: 0,
  })
  failures: number;

  @ApiProperty({ type: String, nullable: true, example: null })
  last_error: string | null;
}

/** A page of the sources, by name, and what they have together. */
export class AdvisorySourceList extends PageInfo {
  @ApiProperty({ type: [AdvisorySourceView] })
  sources: AdvisorySourceView[];

  @ApiProperty({
    type: [String],
    description:
      'Ecosystems that imports cover. For dependencies of others, vulnerabilities are not observable.',
    example: ['npm'],
  })
  ecosystems: string[];

  @ApiProperty({ ...DAY, description: 'Date of the newest advisory of all sources.' })
  newest_advisory: string | null;
}
