import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AsSent, IsText, Required } from '../../common/http/validators.js';

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
  @ApiProperty({ description: 'Asks for the state of the scan; of use to its caller alone.' })
  check_token: string;
}

/** The state of a scan. */
export class ScanState {
  @ApiProperty({ enum: ['pending', 'resolved', 'error'] })
  status: 'pending' | 'resolved' | 'error';

  @ApiPropertyOptional({ format: 'uuid', description: 'Of a resolved scan.' })
  scan_id?: string;

  @ApiPropertyOptional({ description: 'Why the scan failed.' })
  error?: string;
}

/** A finding of a scan. */
export class ScanFinding {
  @ApiProperty({ description: 'Fingerprint of the finding.' })
  id: string;

  @ApiProperty({ enum: ['critical', 'high', 'medium', 'low'] })
  severity: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ example: 'src/server.py' })
  file_path: string;

  @ApiProperty({ type: 'integer', example: 12 })
  line_number: number;

  @ApiProperty({ description: '`A` to `N`.', example: 'A' })
  vulnerability_class: string;

  @ApiProperty({ example: 'CWE-78' })
  cwe_id: string;

  @ApiProperty()
  remediation: string;

  @ApiProperty({ description: 'Always false.' })
  is_blurred: boolean;
}

/** Numbers of findings by severity. */
export class FindingsSummary {
  @ApiProperty({ type: 'integer' })
  critical: number;

  @ApiProperty({ type: 'integer' })
  high: number;

  @ApiProperty({ type: 'integer' })
  medium: number;

  @ApiProperty({ type: 'integer' })
  low: number;

  @ApiProperty({ type: 'integer' })
  info: number;
}

/** The result of a scan. */
export class ScanReport {
  @ApiProperty({ example: '2.0.0' })
  schema_version: string;

  @ApiProperty({ format: 'uuid' })
  scan_id: string;

  @ApiProperty({ enum: ['safe', 'low', 'medium', 'high', 'critical'] })
  risk_level: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 })
  security_score: number;

  @ApiProperty({ description: 'Whether the risk level is `safe` or `low`.' })
  safe: boolean;

  @ApiProperty({ description: 'Whether everything could be analyzed. Otherwise the risk level is at least `medium`.' })
  complete: boolean;

  @ApiProperty({ type: 'integer' })
  total_findings: number;

  @ApiProperty({ type: 'integer' })
  critical_count: number;

  @ApiProperty({ type: 'integer' })
  high_count: number;

  @ApiProperty({ type: 'integer' })
  medium_count: number;

  @ApiProperty({ type: 'integer' })
  low_count: number;

  @ApiProperty({ type: [String], example: ['network_egress'] })
  capabilities: string[];

  @ApiProperty({ type: [String], example: ['MCP05'] })
  owasp_risks: string[];

  @ApiProperty({ type: FindingsSummary })
  findings_summary: FindingsSummary;

  @ApiProperty({ type: [ScanFinding], description: 'At most 2,000.' })
  findings: ScanFinding[];

  @ApiProperty({ description: 'Always true.' })
  is_unlocked: boolean;

  @ApiProperty({ type: 'integer', description: 'Always 0.' })
  credits_consumed: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Always null: scans cost no credits.' })
  credits_remaining: number | null;
}

/** The caller, as the gates of agents read it. */
export class ScanAccount {
  @ApiProperty({ description: 'E-mail address of the user; empty for service tokens.' })
  email: string;

  @ApiProperty({ type: 'integer', description: 'Always 0: scans cost no credits.' })
  credit_balance: number;
}
