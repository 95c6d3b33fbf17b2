import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalNotNull, Required } from '../../common/http/validators.js';
import type { ArtifactKind } from '../../storage/artifacts/artifact-store.js';
import { DIGEST_PATTERN, EXAMPLE_DIGEST, IsEvidenceKind } from '../registry.dto.js';

const KINDS: readonly ArtifactKind[] = ['manifest', 'bundle', 'evidence'];

export class UploadedArtifact {
  @ApiProperty({ pattern: DIGEST_PATTERN, example: EXAMPLE_DIGEST })
  digest: string;

  @ApiProperty({ example: 'bundle', description: '`manifest`, `bundle`, or the kind of evidence.' })
  kind: string;

  @ApiProperty({ type: 'integer', example: 48_213 })
  size_bytes: number;
}

export class PresignQuery {
  @Required({ enum: [...KINDS] })
  @IsIn([...KINDS])
  kind: ArtifactKind;

  @OptionalNotNull({ example: 'sbom', description: 'The kind of evidence, for kind=evidence.' })
  @IsEvidenceKind()
  evidence_kind?: string;
}
