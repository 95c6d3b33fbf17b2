import { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION, type Control } from '@mcp-hub/analyzer/catalogs';
import { Injectable } from '@nestjs/common';
import { jsonList, jsonObject, type JsonText } from '../../common/http/json-text.js';
import {
  AssessedMcpsList,
  batches,
  type AssessedMcps,
} from '../../hub/assurance/posture/assessed-mcps-list.js';
import {
  AssessedMcpsReadModel,
  type AssessedMcp,
  type ControlResultRow,
} from '../../hub/assurance/posture/assessed-mcps.read-model.js';
import type { GrcDocument } from '../http/grc-exports.js';
import { metaOf } from '../http/grc-answer.js';
import { rateOf } from '../../hub/assurance/posture/numbers.js';
import type { ControlResultView } from './controls.dto.js';
import { resultParts } from './result-parts.js';

// From this number of MCPs on, the document counts as an export.
const MANY_MCPS = 100;
// Of results in memory, and of ids of findings that explain them: some 15 MB. One result names at most 1,000 findings.
const MAX_AT_ONCE = 40_000;

/** Results by control, then by snapshot. */
type Results = ReadonlyMap<string, ReadonlyMap<string, ControlResultRow>>;

/** Reads the results of some MCPs for the controls that are read together. */
type ReadResults = (mcps: readonly AssessedMcp[]) => Promise<Results>;

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
      isLarge: mcps.length > MANY_MCPS,
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

  private async *controls({ orgId, mcps }: AssessedMcps): AsyncGenerator<JsonText> {
    const findings = await this.readModel.findingNumbers(orgId, mcps);
    const { controlsAtOnce, mcpsAtOnce } = resultParts(findings, CONTROL_CATALOG.length, MAX_AT_ONCE);
    const parts = [...partsOf(mcps, mcpsAtOnce)];
    for (const controls of batches(CONTROL_CATALOG, controlsAtOnce)) {
      const read = this.reader(orgId, controls);
      for (const control of controls) yield this.control(control, parts, read);
    }
  }

  /** Reads the results of each part once, though all controls that are read together ask for them. */
  private reader(orgId: string, controls: readonly Control[]): ReadResults {
    const ids = controls.map(({ id }) => id);
    let last: { readonly mcps: readonly AssessedMcp[]; readonly results: Promise<Results> } | undefined;
    return (mcps) => {
      if (last?.mcps !== mcps) {
        last = { mcps, results: this.readModel.results(orgId, mcps, ids).then(byControl) };
      }
      return last.results;
    };
  }

  private control(control: Control, parts: readonly (readonly AssessedMcp[])[], read: ReadResults): JsonText {
    const counts = { passed: 0, failed: 0 };
    async function* results(): AsyncGenerator<ControlResultView> {
      for (const mcps of parts) {
        const bySnapshot = (await read(mcps)).get(control.id);
        for (const mcp of mcps) {
          const row = bySnapshot?.get(mcp.snapshotId);
          if (row === undefined) continue;
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

/** Parts of a list with these numbers of items. */
function* partsOf<Item>(items: readonly Item[], numbers: readonly number[]): Generator<readonly Item[]> {
  let start = 0;
  for (const number of numbers) yield items.slice(start, (start += number));
}

const byControl = (rows: readonly ControlResultRow[]): Results =>
  new Map(
    [...Map.groupBy(rows, ({ controlId }) => controlId)].map(([controlId, ofControl]) => [
      controlId,
      new Map(ofControl.map((row) => [row.snapshotId, row])),
    ]),
  );

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
