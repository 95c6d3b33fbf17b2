import { ApiProperty } from '@nestjs/swagger';
import { SNAPSHOT_BREAKS } from './chain-check.js';
import { McpbView } from './mcpb.dto.js';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';

const EXAMPLE_DIGEST = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const Score = (): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, maximum: 100, example: 82 });
const Count = (example: number): PropertyDecorator => ApiProperty({ type: 'integer', minimum: 0, example });

const Names = (example: readonly string[]): PropertyDecorator =>
  ApiProperty({ type: [String], example: [...example] });

/** What a server offers to its clients. */
export class SurfaceView {
  @Names(['read_file'])
  tools: string[];

  @ApiProperty({ example: 'stdio' })
  transport: string;

  @Names(['none'])
  auth_signals: string[];

  @Names(['file_write'])
  capabilities: string[];

  @ApiProperty({
    type: [String],
    nullable: true,
    example: ['2025-06-18', '2025-11-25'],
    description:
      'The versions of MCP that its servers speak, oldest first; null if they are not known exactly, and for analyses that did not look.',
  })
  protocol_versions: string[] | null;
}

/** Whether and how a version can be run. */
export class DistributableView {
  @ApiProperty({ example: true })
  is_distributable: boolean;

  @ApiProperty({ example: 'node' })
  runtime: string;

  @ApiProperty({ example: 'dist/index.js' })
  entrypoint: string;
}

/** How a tool differs from the one of that name before. */
export class ToolChangeView {
  @ApiProperty({ example: 'read_file' })
  name: string;

  @ApiProperty({ example: true, description: 'Its description differs.' })
  description: boolean;

  @ApiProperty({ example: false, description: 'Its parameters or annotations differ.' })
  schema: boolean;
}

/** How the surface of a server differs from that of the version analyzed before. */
export class DifferenceView {
  @ApiProperty({ format: 'uuid', description: 'The latest complete snapshot of that version.' })
  snapshot_id: string;

  @Names(['write_file'])
  tools_added: readonly string[];

  @Names([])
  tools_removed: readonly string[];

  @ApiProperty({ type: [ToolChangeView] })
  tools_changed: readonly ToolChangeView[];

  @Names(['file_write'])
  capabilities_added: readonly string[];

  @Names([])
  capabilities_removed: readonly string[];
}

/** The results of a version's analysis (hub contract 22). */
export class SnapshotView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.snapshot })
  id: string;

  @ApiProperty({ format: 'uuid' })
  version_id: string;

  @Score()
  global_score: number;

  @Score()
  security_score: number;

  @Score()
  supply_chain_score: number;

  @Score()
  maturity_score: number;

  @ApiProperty({ example: 'mcp-analyze:0.1.0', description: 'A list of `tool:version`.' })
  toolchain_version: string;

  @ApiProperty({ example: '1.0.0' })
  scoring_version: string;

  @ApiProperty({ example: '1.0.0' })
  controls_catalog_version: string;

  @Count(3)
  total_findings: number;

  @Count(0)
  critical_findings: number;

  @Count(0)
  high_findings: number;

  @Count(1)
  medium_findings: number;

  @Count(2)
  low_findings: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
  certification_level: number;

  @ApiProperty({ example: 'B' })
  grade: string;

  @Score()
  msss_score: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3, example: 2 })
  msss_level: number;

  @ApiProperty({ example: true, description: 'Whether everything relevant was analyzed.' })
  complete: boolean;

  @ApiProperty({ type: [String], example: [], description: 'Why it was not.' })
  incomplete_reasons: string[];

  @ApiProperty({ example: '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' })
  commit_hash: string;

  @ApiProperty({ example: EXAMPLE_DIGEST, description: 'Digest of the source.' })
  tarball_sha256: string;

  @ApiProperty({ example: '0.1.0' })
  scanner_version: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1, description: 'In the chain of the MCP.' })
  position: number;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null for the first one.' })
  previous_snapshot_id: string | null;

  @ApiProperty({ example: EXAMPLE_DIGEST, description: 'Links the snapshot to the one before.' })
  snapshot_hash: string;

  @ApiProperty({ type: SurfaceView })
  mcp_surface: SurfaceView;

  @ApiProperty({ type: DistributableView })
  distributable: DistributableView;

  @ApiProperty({
    type: McpbView,
    nullable: true,
    description: 'What the manifest of an MCP bundle says; null for everything else.',
  })
  mcpb: McpbView | null;

  @ApiProperty({
    type: DifferenceView,
    nullable: true,
    description: 'Null without an earlier version that was analyzed, or if this analysis is incomplete.',
  })
  difference: DifferenceView | null;
}

/** Whether a version passes a control (hub contract 22). */
export class ControlView {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.control })
  id: string;

  @ApiProperty({ example: 'SEC-001' })
  control_id: string;

  @ApiProperty({ example: 'No command injection' })
  control_name: string;

  @ApiProperty({ example: 'security' })
  control_category: string;

  @ApiProperty({ example: true })
  passed: boolean;

  @ApiProperty({ example: 'high' })
  severity: string;

  @ApiProperty({ example: 'No finding of this class.' })
  message: string;

  @ApiProperty({ example: true, description: 'False: it does not apply to the server, which passes it.' })
  applicable: boolean;

  @ApiProperty({ example: true, description: 'False: the source does not show it, so the server fails it.' })
  observable: boolean;
}

/** The first broken position of a chain of snapshots. */
export class BrokenSnapshotView {
  @ApiProperty({ type: 'integer', minimum: 1, example: 3 })
  position: number;

  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null if it is missing.' })
  snapshot_id: string | null;

  @ApiProperty({
    enum: [...SNAPSHOT_BREAKS],
    description:
      '`missing`: there is no snapshot. `changed`: it, or one before, is not the recorded one. `unlinked`: it does ' +
      'not name the one before.',
  })
  reason: string;
}

/** The result of the verification of a chain of snapshots. */
export class ChainVerificationView {
  @ApiProperty({ example: false })
  valid: boolean;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 12,
    description: 'Number of snapshots, from the first one, that are as they were recorded.',
  })
  snapshots: number;

  @ApiProperty({
    example: EXAMPLE_DIGEST,
    description: 'Hash of the last of them, zeros without any. Kept elsewhere, it shows missing ones later.',
  })
  last_hash: string;

  @ApiProperty({
    type: BrokenSnapshotView,
    nullable: true,
    description: 'Null if the chain is valid.',
  })
  broken_at: BrokenSnapshotView | null;
}

/** The control results of a version's latest snapshot, by control id. */
export class ControlList {
  @ApiProperty({ type: [ControlView] })
  controls: ControlView[];

  @Count(1)
  total: number;

  @Count(1)
  passed: number;

  @Count(0)
  failed: number;
}

/** A score and its parts. */
export class ScorePart {
  @Score()
  score: number;

  @ApiProperty({ example: 0.5, description: 'Its weight in the global score.' })
  weight: number;

  @ApiProperty({
    example: { vulnerabilities: 90, secrets: 100, code_quality: 56 },
    type: 'object',
    additionalProperties: { type: 'number' },
    description: 'Scores of the sub-categories.',
  })
  breakdown: Record<string, number>;
}

/** The three scores. */
export class ScoreParts {
  @ApiProperty({ type: ScorePart, description: 'Score for vulnerabilities, secrets and code quality.' })
  security: ScorePart;

  @ApiProperty({
    type: ScorePart,
    description: 'Score for dependencies, licenses and lockfile.',
    example: { score: 82, weight: 0.3, breakdown: { dependencies: 70, licenses: 100, lockfile: 76 } },
  })
  supply_chain: ScorePart;

  @ApiProperty({
    type: ScorePart,
    description: 'Score for documentation, tests and CI.',
    example: { score: 82, weight: 0.2, breakdown: { documentation: 96, tests: 80, ci_cd: 70 } },
  })
  maturity: ScorePart;
}

/** The scores of a version (hub contract 22). */
export class ScoresView {
  @Score()
  global_score: number;

  @ApiProperty({ type: ScoreParts })
  scores: ScoreParts;

  @ApiProperty({ example: 'B' })
  grade: string;

  @ApiProperty({ example: 'mcp-analyze:0.1.0', description: 'A list of `tool:version`.' })
  toolchain_version: string;

  @ApiProperty({ example: '1.0.0' })
  scoring_version: string;
}
