import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsQueryInteger, OptionalNotNull, Required } from '../../common/http/validators.js';
import type { ArtifactKind } from '../../storage/artifacts/artifact-store.js';
import { DIGEST_PATTERN, EXAMPLE_DIGEST, IsEvidenceKind } from '../registry.dto.js';

const KINDS: readonly ArtifactKind[] = ['manifest', 'bundle', 'evidence'];

/** The response to an upload (registry contract 8). */
export class UploadedArtifact {
  @ApiProperty({ pattern: DIGEST_PATTERN, example: EXAMPLE_DIGEST })
  digest: string;

  @ApiProperty({ example: 'bundle', description: '`manifest`, `bundle`, or the kind of evidence.' })
  kind: string;

  @ApiProperty({ type: 'integer', example: 48_213 })
  size_bytes: number;
}

/** The artifact of a digest to presign an upload for. */
export class PresignQuery {
  @Required({ enum: [...KINDS] })
  @IsIn([...KINDS])
  kind: ArtifactKind;

  @OptionalNotNull({
    example: 'sbom',
    default: 'evidence',
    description: 'The kind of evidence, for `kind=evidence`.',
  })
  @IsEvidenceKind()
  evidence_kind?: string;

  @OptionalNotNull({
    type: 'integer',
    minimum: 1,
    example: 48_213,
    description: 'Size in bytes; the registry knows it for the bundle of a registered version.',
  })
  @IsQueryInteger(1, Number.MAX_SAFE_INTEGER)
  size_bytes?: number;
}

/** Where and how to upload bytes (registry contract 8). */
export class UploadInstruction {
  @ApiProperty({ example: 'https://objects.example.com/bundle?signature=…' })
  url: string;

  @ApiProperty({ example: 'PUT' })
  method: string;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example: {} })
  headers: Record<string, string>;

  @ApiProperty({ type: 'integer', description: 'Seconds.', example: 900 })
  expires_in: number;
}
