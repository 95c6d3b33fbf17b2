import { CONTROL_CATALOG } from '@mcp-hub/analyzer/catalogs';
import { Injectable } from '@nestjs/common';
import { rateOf } from '../../hub/assurance/posture/numbers.js';
import type { ControlsSummary } from './controls.dto.js';
import { ControlsReadModel, type ControlCount } from '../../hub/assurance/posture/controls.read-model.js';

const MAX_WORST = 5;

/** A control of the catalog with its counts. */
type CountedControl = (typeof CONTROL_CATALOG)[number] & Omit<ControlCount, 'controlId'>;

/** How many controls an organization's MCPs pass. */
@Injectable()
export class ControlsSummaryService {
  constructor(private readonly readModel: ControlsReadModel) {}

  async of(orgId: string): Promise<ControlsSummary> {
    const rows = await this.readModel.counts(
      orgId,
      CONTROL_CATALOG.map(({ id }) => id),
    );
    const counts = new Map(rows.map((row) => [row.controlId, row]));
    const controls = CONTROL_CATALOG.map((control): CountedControl => {
      const { passed = 0, failed = 0 } = counts.get(control.id) ?? {};
      return { ...control, passed, failed };
    });
    const { passed, failed, pass_rate } = totals(controls);
    return {
      total_evaluations: passed + failed,
      passed,
      failed,
      pass_rate,
      by_category: {
        SECURITY: totals(controls.filter(({ category }) => category === 'SECURITY')),
        SUPPLY_CHAIN: totals(controls.filter(({ category }) => category === 'SUPPLY_CHAIN')),
        MATURITY: totals(controls.filter(({ category }) => category === 'MATURITY')),
      },
      worst_controls: worst(controls),
    };
  }
}

function totals(controls: readonly CountedControl[]) {
  const passed = controls.reduce((sum, control) => sum + control.passed, 0);
  const failed = controls.reduce((sum, control) => sum + control.failed, 0);
  return { passed, failed, pass_rate: rateOf(passed, passed + failed) };
}

/** The controls with the most failures; equal ones by id. */
const worst = (controls: readonly CountedControl[]): ControlsSummary['worst_controls'] =>
  controls
    .filter(({ failed }) => failed > 0)
    .sort((a, b) => b.failed - a.failed || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_WORST)
    .map(({ id, name, failed }) => ({ control_id: id, control_name: name, fail_count: failed }));
