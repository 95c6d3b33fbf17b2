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
// Up to this number of MCPs, the results of all controls are read at once.
const MAX_AT_ONCE = 20;
const CONTROL_IDS = CONTROL_CATALOG.map(({ id }) => id);

/** Reads the results of a control for some MCPs, by MCP in the given order. */
type ReadResults = (controlId: string, mcps: readonly AssessedMcp[]) => Promise<readonly ControlResultRow[]>;

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
    const read = this.reader(assessed);
    for (const control of CONTROL_CATALOG) yield this.control(control, assessed, read);
  }

  private reader({ orgId, mcps }: AssessedMcps): ReadResults {
    if (mcps.length > MAX_AT_ONCE) {
      return (controlId, batch) => this.readModel.results(orgId, batch, [controlId]);
    }
    let all: Promise<readonly ControlResultRow[]> | undefined;
    return async (controlId) => {
      all ??= this.readModel.results(orgId, mcps, CONTROL_IDS);
      return (await all).filter((row) => row.controlId === controlId);
    };
  }

  private control(control: Control, { mcps }: AssessedMcps, read: ReadResults): JsonText {
    const counts = { passed: 0, failed: 0 };
    async function* results(): AsyncGenerator<ControlResultView> {
      for (const batch of batches(mcps, BATCH)) {
        const bySnapshot = new Map(batch.map((mcp) => [mcp.snapshotId, mcp]));
        for (const row of await read(control.id, batch)) {
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
