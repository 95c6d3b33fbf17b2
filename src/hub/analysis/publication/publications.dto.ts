import { ApiProperty } from '@nestjs/swagger';
import { PUBLICATION_STATUSES } from './publication.entity.js';
import { PUBLICATION_WARNINGS } from './publication-warnings.js';

/** What keeps clients from running a version. */
export class PublicationWarningView {
  @ApiProperty({ example: 'no_command', description: 'One of the hub’s codes or of the registry’s.' })
  code: string;

  @ApiProperty({ example: PUBLICATION_WARNINGS.no_command })
  message: string;
}

/** How far the publication of a version to the registry is (hub contract 25). */
export class PublicationView {
  @ApiProperty({
    enum: [...PUBLICATION_STATUSES],
    example: 'DONE',
    description: '`DONE`: the registry has the newest verdict. `FAILED`: no further attempt follows.',
  })
  status: string;

  @ApiProperty({ type: String, nullable: true, example: 'acme/files' })
  package: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '1.2.0',
    description: 'Version in the registry; null before the first attempt.',
  })
  version: string | null;

  @ApiProperty({
    type: 'integer',
    example: 0,
    description: 'Attempts for the newest verdict, a running one included; 0 after a success.',
  })
  attempts: number;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: null })
  next_attempt_at: string | null;

  @ApiProperty({ type: [PublicationWarningView], description: 'What clients that run it need and lack.' })
  warnings: PublicationWarningView[];

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Why the last attempt failed.' })
  failure_reason: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  published_at: string | null;
}
