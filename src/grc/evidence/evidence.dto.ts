import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../common/openapi/example-ids.js';
import { IsQueryInteger, IsUuid, OptionalNotNull } from '../../common/http/validators.js';
import { GrcListInfo, GrcListQuery, OptionalDate } from '../http/grc-query.dto.js';

/** The most snapshots of a page. */
const MAX_PER_PAGE = 50;

const EXAMPLE_DIGEST = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const exampleKey = (kind: string): string =>
  `objects/${EXAMPLE_IDS.mcp}/${kind}/${EXAMPLE_DIGEST.replace('sha256:', '')}`;

const Count = (example: number): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example });
const Score = (example: number): PropertyDecorator => ApiProperty({ minimum: 0, maximum: 100, example });
const Digest = (description?: string): PropertyDecorator =>
  ApiProperty({ example: EXAMPLE_DIGEST, ...(description !== undefined && { description }) });

/** Filter for the snapshots of an organization. */
export class EvidenceQuery extends GrcListQuery {
  @OptionalNotNull({ type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: MAX_PER_PAGE })
  @IsQueryInteger(1, MAX_PER_PAGE)
  override per_page: number = MAX_PER_PAGE;

  @OptionalNotNull({ format: 'uuid', description: 'Only those of one MCP.' })
  @IsUuid()
  mcp_id?: string;

  @OptionalDate('The first day in UTC.')
  from?: string;

  @OptionalDate('The last day in UTC.')
  to?: string;
}

class EvidenceIntegrity {
  @Digest('Of the source as it was fetched.')
  tarball_sha256: string;

  @ApiProperty({ example: exampleKey('findings'), description: 'Each key ends in the digest of its object.' })
  findings_s3_key: string;

  @ApiProperty({ example: exampleKey('report') })
  raw_report_s3_key: string;

  @ApiProperty({ example: exampleKey('sarif') })
  sarif_s3_key: string;

  @ApiProperty({ example: exampleKey('sbom') })
  sbom_s3_key: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: EXAMPLE_DIGEST,
    description:
      'That of the predecessor; zeros for the first snapshot. Null only if the predecessor is missing.',
  })
  previous_hash: string | null;

  @Digest('SHA-256 over the previous hash and the fields of the snapshot.')
  snapshot_hash: string;
}

class EvidenceToolchain {
  @ApiProperty({ example: 'mcp-analyze:0.1.0' })
  toolchain_version: string;

  @ApiProperty({ example: '1.0.0' })
  scoring_version: string;

  @ApiProperty({ example: '1.0.0' })
  controls_catalog_version: string;

  @ApiProperty({ example: '0.1.0' })
  scanner_version: string;
}

class EvidenceScores {
  @Score(82)
  global_score: number;

  @Score(90)
  security_score: number;

  @Score(80)
  supply_chain_score: number;

  @Score(65)
  maturity_score: number;

  @Score(88)
  msss_score: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
  msss_level: number;

  @ApiProperty({ example: 'B' })
  grade: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
  certification_level: number;
}

class EvidenceFindingCounts {
  @Count(3)
  total: number;

  @Count(0)
  critical: number;

  @Count(1)
  high: number;

  @Count(1)
  medium: number;

  @Count(1)
  low: number;
}

class EvidenceSurface {
  @ApiProperty({ type: [String], example: ['read_file'] })
  tools: readonly string[];

  @ApiProperty({ example: 'stdio' })
  transport: string;

  @ApiProperty({ type: [String], example: ['none'] })
  auth_signals: readonly string[];
}

class EvidenceDistributable {
  @ApiProperty({ example: true })
  is_distributable: boolean;

  @ApiProperty({ example: 'node' })
  runtime: string;

  @ApiProperty({ example: 'dist/index.js' })
  entrypoint: string;
}

/** A snapshot of an MCP: the evidence of one analysis. */
export class EvidenceItem {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.snapshot })
  snapshot_id: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  mcp_id: string;

  @ApiProperty({ example: 'acme/files', description: 'Its name at that time.' })
  mcp_name: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  version_id: string;

  @ApiProperty({ example: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' })
  commit_hash: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 2, description: 'In the chain of the MCP.' })
  position: number;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
    description: 'Null for the first snapshot of the MCP.',
  })
  previous_snapshot_id: string | null;

  @ApiProperty({ example: true, description: 'Whether the analysis covered everything.' })
  complete: boolean;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    example: false,
    description:
      'Whether its version is a preview, which is analyzed and counts nowhere. A preview that is merged or released is none any more. No hash covers it. Null if the version was deleted.',
  })
  preview: boolean | null;

  @ApiProperty({ type: EvidenceIntegrity })
  integrity: EvidenceIntegrity;

  @ApiProperty({ type: EvidenceToolchain })
  toolchain: EvidenceToolchain;

  @ApiProperty({ type: EvidenceScores })
  scores: EvidenceScores;

  @ApiProperty({ type: EvidenceFindingCounts })
  finding_counts: EvidenceFindingCounts;

  @ApiProperty({ type: EvidenceSurface })
  mcp_surface: EvidenceSurface;

  @ApiProperty({ type: EvidenceDistributable })
  distributable: EvidenceDistributable;
}

/** A page of the snapshots of an organization. */
export class EvidenceChain extends GrcListInfo {
  @ApiProperty({ type: [EvidenceItem] })
  evidence_chain: EvidenceItem[];
}

/** The columns of a table of snapshots. */
export const EVIDENCE_COLUMNS = [
  'snapshot_id',
  'mcp_id',
  'mcp_name',
  'version_id',
  'commit_hash',
  'created_at',
  'position',
  'previous_snapshot_id',
  'complete',
  'integrity.tarball_sha256',
  'integrity.findings_s3_key',
  'integrity.raw_report_s3_key',
  'integrity.sarif_s3_key',
  'integrity.sbom_s3_key',
  'integrity.previous_hash',
  'integrity.snapshot_hash',
  'toolchain.toolchain_version',
  'toolchain.scoring_version',
  'toolchain.controls_catalog_version',
  'toolchain.scanner_version',
  'scores.global_score',
  'scores.security_score',
  'scores.supply_chain_score',
  'scores.maturity_score',
  'scores.msss_score',
  'scores.msss_level',
  'scores.grade',
  'scores.certification_level',
  'finding_counts.total',
  'finding_counts.critical',
  'finding_counts.high',
  'finding_counts.medium',
  'finding_counts.low',
  'mcp_surface.tools',
  'mcp_surface.transport',
  'mcp_surface.auth_signals',
  'distributable.is_distributable',
  'distributable.runtime',
  'distributable.entrypoint',
  'preview',
] as const;
