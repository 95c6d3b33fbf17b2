import { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION, type Control } from '@mcp-hub/analyzer/catalogs';
import { Injectable } from '@nestjs/common';
import { jsonList, jsonObject, type JsonText } from '../../../common/http/json-text.js';
import { AssessedMcpsList, batches, type AssessedMcps } from '../assessed-mcps.js';
import {
  AssessedMcpsReadModel,
  type AssessedMcp,
  type ControlResultRow,
} from '../assessed-mcps.read-model.js';
import type { GrcDocument } from '../http/grc-export.js';
import { metaOf } from '../http/grc-answer.js';
import { rateOf } from '../numbers.js';
import type { ControlResultView } from './controls.dto.js';

// Of results in memory. Each names at most 1,000 findings.
const BATCH = 100;

/** The controls of the catalog with their results for an organization's MCPs. */
@Injectable()
export class ControlsService {
  constructor(
    private readonly list: AssessedMcpsList,
    private readonly readModel: AssessedMcpsReadModel,
  ) {}

  /** The results for all MCPs, or for one. @throws 422 for more MCPs than a document has */
  async document(orgId: string, mcpId: string | undefined, now: Date): Promise<GrcDocument> {
    const assessed = await this.list.of({ orgId, mcpId });
    const { digest, mcps } = assessed;
    return {
      content: ['controls', CONTROLS_CATALOG_VERSION, digest],
      isLarge: mcps.length > BATCH,
      text: jsonObject({
        data: jsonObject({
          controls_catalog_version: CONTROLS_CATALOG_VERSION,
          total_controls: CONTROL_CATALOG.length,
          controls: jsonList(this.controls(assessed)),
        }),
        meta: metaOf(orgId, now),
      }),
    };
  }

  private *controls(assessed: AssessedMcps): Generator<JsonText> {
    for (const control of CONTROL_CATALOG) yield this.control(control, assessed);
  }

  private control(control: Control, { orgId, mcps }: AssessedMcps): JsonText {
    const counts = { passed: 0, failed: 0 };
    const read = (batch: readonly AssessedMcp[]) => this.readModel.results(orgId, batch, [control.id]);
    async function* results(): AsyncGenerator<ControlResultView> {
      for (const batch of batches(mcps, BATCH)) {
        const bySnapshot = new Map(batch.map((mcp) => [mcp.snapshotId, mcp]));
        for (const row of await read(batch)) {
          const mcp = bySnapshot.get(row.snapshotId);
          if (mcp === undefined) continue;
          counts[row.passed ? 'passed' : 'failed'] += 1;
          yield resultView(mcp, row);
        }
      }
    }
    return jsonObject({
      control_id: control.id,
      control_name: control.name,
      category: control.category,
      is_mcp_critical: control.isMcpCritical,
      weight: control.weight,
      results_by_mcp: jsonList(results()),
      // Counted while the results were written.
      org_pass_rate: () => rateOf(counts.passed, counts.passed + counts.failed),
      org_fail_count: () => counts.failed,
      org_pass_count: () => counts.passed,
    });
  }
}

const resultView = (mcp: AssessedMcp, row: ControlResultRow): ControlResultView => ({
  mcp_id: mcp.mcpId,
  mcp_name: mcp.mcpName,
  passed: row.passed,
  severity: row.severity,
  message: row.message,
  evidence_finding_ids: row.findingIds,
  evaluated_at: mcp.evaluatedAt.toISOString(),
  applicable: row.applicable,
  observable: row.observable,
});
