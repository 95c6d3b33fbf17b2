import type { ReportedFinding } from '@mcp-hub/analyzer';
import type { FrameworkCompliance } from '../../grc/compliance/compliance.dto.js';
import type { RiskPosture } from '../../grc/posture/posture.dto.js';

interface ReportFrame {
  readonly schema_version: string;
  /** When the data was read; the document shows no later state. */
  readonly generated_at: string;
  readonly organization: { readonly id: string; readonly name: string };
}

/** What a report about a snapshot says. */
export interface SnapshotReport extends ReportFrame {
  readonly scope: 'SNAPSHOT';
  readonly mcp: { readonly id: string; readonly name: string };
  readonly snapshot: {
    readonly id: string;
    readonly created_at: string;
    readonly global_score: number;
    readonly grade: string;
    readonly certification_level: number;
    readonly complete: boolean;
    readonly total_findings: number;
  };
  readonly findings: readonly ReportedFinding[];
}

/** What a report about an organization says. */
export interface OrganizationReport extends ReportFrame {
  readonly scope: 'ORGANIZATION';
  readonly posture: RiskPosture;
  readonly compliance: FrameworkCompliance;
}

export type ReportData = SnapshotReport | OrganizationReport;
