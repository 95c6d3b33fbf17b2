import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';
import { AsSent, IsText, Required } from '../../../common/http/validators.js';

const MAX_URL = 2048;

/** A request for a scan. */
export class CreateScanRequest {
  @Required({
    maxLength: MAX_URL,
    description:
      'A repository on a code host that this server fetches from, or an npm or PyPI package: its page or its name.',
    example: 'https://github.com/acme/files',
  })
  @IsText(1, MAX_URL)
  url: string;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'Ignored.' })
  @AsSent()
  turnstile_token?: unknown;
}

/** A scan that has started. */
export class StartedScan {
  @ApiProperty({
    description: 'Asks for the state of the scan; of use to its caller alone.',
    example: 'n0dGq3cVrH5mX2bPq8sTtYw4zL7kJ1fUoE6iA9xCvB0',
  })
  check_token: string;
}

/** The state of a scan. */
export class ScanState {
  @ApiProperty({ enum: ['pending', 'resolved', 'error'], example: 'resolved' })
  status: 'pending' | 'resolved' | 'error';

  @ApiPropertyOptional({ format: 'uuid', description: 'Of a resolved scan.', example: EXAMPLE_IDS.version })
  scan_id?: string;

  @ApiPropertyOptional({ description: 'Why the scan failed.' })
  error?: string;
}

/** A finding of a scan. */
export class ScanFinding {
  @ApiProperty({
    description: 'Fingerprint of the finding.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  id: string;

  @ApiProperty({ enum: ['critical', 'high', 'medium', 'low'], example: 'high' })
  severity: string;

  @ApiProperty({ example: 'A command contains text from the client' })
  title: string;

  @ApiProperty({ example: 'The text reaches a shell.' })
  description: string;

  @ApiProperty({ example: 'src/server.py' })
  file_path: string;

  @ApiProperty({ type: 'integer', example: 12 })
  line_number: number;

  @ApiProperty({ description: '`A` to `N`.', example: 'A' })
  vulnerability_class: string;

  @ApiProperty({ example: 'CWE-78' })
  cwe_id: string;

  @ApiProperty({ example: 'Pass arguments as a list.' })
  remediation: string;

  @ApiProperty({ description: 'Always false.', example: false })
  is_blurred: boolean;
}

/** Numbers of findings by severity. */
export class FindingsSummary {
  @ApiProperty({ type: 'integer', example: 0 })
  critical: number;

  @ApiProperty({ type: 'integer', example: 1 })
  high: number;

  @ApiProperty({ type: 'integer', example: 0 })
  medium: number;

  @ApiProperty({ type: 'integer', example: 0 })
  low: number;

  @ApiProperty({ type: 'integer', example: 0 })
  info: number;
}

/** The result of a scan. */
export class ScanReport {
  @ApiProperty({ example: '2.0.0' })
  schema_version: string;

  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.version })
  scan_id: string;

  @ApiProperty({ enum: ['safe', 'low', 'medium', 'high', 'critical'], example: 'high' })
  risk_level: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, example: 58 })
  security_score: number;

  @ApiProperty({ description: 'Whether the risk level is `safe` or `low`.', example: false })
  safe: boolean;

  @ApiProperty({
    description: 'Whether everything could be analyzed. Otherwise the risk level is at least `medium`.',
    example: true,
  })
  complete: boolean;

  @ApiProperty({ type: 'integer', example: 1 })
  total_findings: number;

  @ApiProperty({ type: 'integer', example: 0 })
  critical_count: number;

  @ApiProperty({ type: 'integer', example: 1 })
  high_count: number;

  @ApiProperty({ type: 'integer', example: 0 })
  medium_count: number;

  @ApiProperty({ type: 'integer', example: 0 })
  low_count: number;

  @ApiProperty({ type: [String], example: ['network_egress'] })
  capabilities: string[];

  @ApiProperty({ type: [String], example: ['MCP05'] })
  owasp_risks: string[];

  @ApiProperty({ type: FindingsSummary })
  findings_summary: FindingsSummary;

  @ApiProperty({ type: [ScanFinding], description: 'At most 2,000.' })
  findings: ScanFinding[];

  @ApiProperty({ description: 'Always true.', example: true })
  is_unlocked: boolean;

  @ApiProperty({ type: 'integer', description: 'Always 0.', example: 0 })
  credits_consumed: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Always null: scans cost no credits.' })
  credits_remaining: number | null;
}

/** The caller, as the gates of agents read it. */
export class ScanAccount {
  @ApiProperty({
    description: 'E-mail address of the user; empty for service tokens.',
    example: 'ada@example.com',
  })
  email: string;

  @ApiProperty({ type: 'integer', description: 'Always 0: scans cost no credits.', example: 0 })
  credit_balance: number;
}
