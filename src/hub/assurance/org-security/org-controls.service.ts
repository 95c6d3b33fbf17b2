import { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION, type Control } from '@mcp-hub/analyzer/catalogs';
import { Injectable } from '@nestjs/common';
import {
  AssessedMcpsReadModel,
  type AssessedMcp,
  type ControlResultRow,
} from '../posture/assessed-mcps.read-model.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import type {
  ControlStatus,
  OrgControl,
  OrgControlResult,
  OrgControls,
  OrgControlsMcp,
} from './org-controls.dto.js';
import { OrgControlsReadModel, type ControlStatusCount } from './org-controls.read-model.js';

const CONTROL_IDS = CONTROL_CATALOG.map(({ id }) => id);

/** The controls matrix of an organization for its members (hub contract 40). */
@Injectable()
export class OrgControlsService {
  constructor(
    private readonly readModel: OrgControlsReadModel,
    private readonly results: AssessedMcpsReadModel,
  ) {}

  async list(orgId: string, { limit, offset }: PageQuery): Promise<OrgControls> {
    const counts = await this.readModel.counts(orgId, CONTROL_IDS);
    const { items, total } = await this.readModel.mcps(orgId, { limit, offset });
    const results = items.length === 0 ? [] : await this.results.results(orgId, items, CONTROL_IDS);
    const bySnapshot = Map.groupBy(results, ({ snapshotId }) => snapshotId);
    return {
      controls_catalog_version: CONTROLS_CATALOG_VERSION,
      controls: CONTROL_CATALOG.map((control) => controlView(control, counts)),
      mcps: items.map((mcp) => mcpView(mcp, bySnapshot.get(mcp.snapshotId) ?? [])),
      total,
      limit,
      offset,
    };
  }
}

type Outcome = Pick<ControlResultRow, 'passed' | 'applicable' | 'observable'>;

function statusOf({ passed, applicable, observable }: Outcome): ControlStatus {
  if (!applicable) return 'not_applicable';
  if (!observable) return 'not_observable';
  return passed ? 'passed' : 'failed';
}

function controlView(control: Control, counts: readonly ControlStatusCount[]): OrgControl {
  const view = { passed: 0, failed: 0, not_applicable: 0, not_observable: 0 };
  for (const row of counts) if (row.controlId === control.id) view[statusOf(row)] += row.count;
  return {
    control_id: control.id,
    control_name: control.name,
    category: control.category,
    is_mcp_critical: control.isMcpCritical,
    weight: control.weight,
    ...view,
  };
}

const mcpView = (mcp: AssessedMcp, results: readonly ControlResultRow[]): OrgControlsMcp => ({
  mcp_id: mcp.mcpId,
  mcp_name: mcp.mcpName,
  version_id: mcp.versionId,
  evaluated_at: mcp.evaluatedAt.toISOString(),
  results: CONTROL_IDS.flatMap((id) => results.filter(({ controlId }) => controlId === id).map(resultView)),
});

const resultView = (row: ControlResultRow): OrgControlResult => ({
  control_id: row.controlId,
  status: statusOf(row),
  passed: row.passed,
  severity: row.severity,
  message: row.message,
  evidence_finding_ids: row.findingIds,
});
