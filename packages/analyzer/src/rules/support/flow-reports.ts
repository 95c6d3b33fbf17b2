import type { CallEvent } from '../../engine/events.js';
import type { Taint } from '../../engine/values/taint.js';
import { flowInto } from './flows.js';
import { sinkOf } from './locations.js';
import type { CallCheck, Report } from '../rule.js';
import type { Found } from '../../findings/found.js';
import type { Lines } from '../../ir/program.js';
import { reportedFor, toolName, type Purpose } from './purpose.js';

/**
 * Which flows a rule reports: those into tools designed for that purpose, or all others. They have separate rules,
 * because their remediations differ.
 */
export type Side = 'design' | 'other';

export type CallTable = Readonly<Record<string, CallCheck>>;

/** The parts of a check's finding. */
export interface FlowDescription {
  readonly description: (taint: Taint) => string;
  /** What a tool does by design: `runs the commands that it is given`. */
  readonly does: string;
  readonly sink?: string;
  /** Where what reaches the call was put together, if that is what is wrong. */
  readonly site?: Lines;
  readonly severity?: Found['severity'];
  readonly confidence?: Found['confidence'];
  readonly doubts?: Found['doubts'];
}

/** Reports the worst of several sources, on condition that the rule covers it. */
export function reportFlow(
  taints: readonly Taint[],
  event: CallEvent,
  purpose: Purpose,
  side: Side,
  flow: FlowDescription,
  report: Report,
): void {
  const reported = reportedFor(taints, event.frame, purpose, side);
  if (!reported) return;
  const { taint, designed } = reported;
  const tool = toolName(event.frame, taint);
  const { severity, confidence, doubts, site } = flow;
  const byDesign = side === 'design';
  report({
    ...flowInto(event, taint, flow.sink ?? sinkOf(event)),
    ...(site && { lines: site, end: { file: event.frame.module, line: event.node.line } }),
    ...(severity && !byDesign && { severity }),
    ...(confidence && { confidence }),
    ...(doubts && { doubts }),
    ...(designed && { designed }),
    description: byDesign
      ? `By design, the tool${tool === '' ? '' : ` \`${tool}\``} ${flow.does}: a model that was misled by a text it read does harm with it.`
      : flow.description(taint),
  });
}

/** Merges tables of checks; a name in several of them gets all of their checks. */
export function together(...tables: readonly CallTable[]): CallTable {
  const all = new Map<string, CallCheck[]>();
  for (const table of tables)
    for (const [name, check] of Object.entries(table)) all.set(name, [...(all.get(name) ?? []), check]);
  return Object.fromEntries(
    [...all].map(([name, checks]): [string, CallCheck] => [
      name,
      (event, report) => {
        for (const check of checks) check(event, report);
      },
    ]),
  );
}
