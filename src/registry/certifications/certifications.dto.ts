import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { OptionalNotNull, Required, Satisfies } from '../../common/http/validators.js';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { isTimestamp, TIMESTAMP_RULE } from '../../common/values/timestamp.js';
import { DIGEST_PATTERN, EXAMPLE_DIGEST, IsDigest } from '../registry.dto.js';

const EXAMPLE_SNAPSHOT = '7f0c1c52-6a0b-4a36-9d0e-0c6f1a3a5b11';
const SNAPSHOT_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** A certifier's verdict on a version (registry contract 6). */
export class CertificationRequest {
  @Required({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
  @Max(3)
  @Min(0)
  @IsInt()
  level: number;

  @Required({ type: 'integer', minimum: 0, maximum: 100, example: 87 })
  @Max(100)
  @Min(0)
  @IsInt()
  global_score: number;

  @Required({
    pattern: SNAPSHOT_ID.source,
    example: EXAMPLE_SNAPSHOT,
    description: 'The analysis behind the verdict.',
  })
  @Satisfies(
    'isSnapshotId',
    (value) => typeof value === 'string' && SNAPSHOT_ID.test(value),
    'must be 1 to 128 letters, digits, ".", "_", ":" or "-", beginning with a letter or digit',
  )
  snapshot_id: string;

  @Required({
    format: 'date-time',
    example: '2026-01-31T12:00:00.000Z',
    description: 'When the version was evaluated; at most a day ahead. The newest verdict counts.',
  })
  @Satisfies('isTimestamp', isTimestamp, TIMESTAMP_RULE)
  evaluated_at: string;

  @OptionalNotNull({
    type: String,
    pattern: DIGEST_PATTERN,
    example: EXAMPLE_DIGEST,
    description: 'The bundle that was evaluated: 409 when the version is a draft and now names another one.',
  })
  @IsDigest()
  bundle_digest?: Sha256Digest;

  @OptionalNotNull({
    type: String,
    pattern: DIGEST_PATTERN,
    example: EXAMPLE_DIGEST,
    description: 'The manifest that was evaluated: 409 when the version is a draft and now has another one.',
  })
  @IsDigest()
  manifest_digest?: Sha256Digest;
}

/** The current verdict on a version. */
export class Certification {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
  level: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    nullable: true,
    example: 87,
    description:
      'Null, as the two fields below, for a level that a certifier gave when it published the version.',
  })
  global_score: number | null;

  @ApiProperty({ type: String, nullable: true, example: EXAMPLE_SNAPSHOT })
  snapshot_id: string | null;

  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  evaluated_at: string | null;
}

/** The current verdict after a request; not the one sent if a newer one exists. */
export class CertificationResponse extends Certification {
  @ApiProperty({ example: '1.2.3' })
  version: string;

  @ApiProperty({
    pattern: DIGEST_PATTERN,
    example: EXAMPLE_DIGEST,
    description: 'The bundle that the verdict is about.',
  })
  bundle_digest: string;
}
