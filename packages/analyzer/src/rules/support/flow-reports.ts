import type { CallEvent } from '../../engine/machine.js';
import type { Taint } from '../../engine/taint.js';
import { flowInto } from './flows.js';
import { sinkOf } from './locations.js';
import type { CallCheck, Found, Report } from '../rule.js';
import { toolName, worstOf, type Purpose } from './purpose.js';

/**
 * Which flows a rule reports: those into tools that are there for just that, or all others. Each side has rules of
 * their own, since what to do about them differs.
 */
export type Side = 'design' | 'other';

export type CallTable = Readonly<Record<string, CallCheck>>;

/** How a check describes a flow. */
export interface FlowDescription {
  readonly description: (taint: Taint) => string;
  /** What a tool does by design: `runs the commands that it is given`. */
  readonly does: string;
  readonly sink?: string;
  readonly severity?: Found['severity'];
  readonly confidence?: Found['confidence'];
}

/** Reports the worst of several sources, when it is of the rule's side. */
export function reportFlow(
  taints: readonly Taint[],
  event: CallEvent,
  purpose: Purpose,
  side: Side,
  flow: FlowDescription,
  report: Report,
): void {
  const worst = worstOf(taints, event.frame, purpose);
  if (worst?.byDesign !== (side === 'design')) return;
  const { taint, byDesign } = worst;
  const tool = toolName(event.frame, taint);
  const { severity, confidence } = flow;
  report({
    ...flowInto(event, taint, flow.sink ?? sinkOf(event)),
    ...(severity && !byDesign && { severity }),
    ...(confidence && { confidence }),
    description: byDesign
      ? `By design, the tool${tool === '' ? '' : ` \`${tool}\``} ${flow.does}: a model that was misled by a text it read does harm with it.`
      : flow.description(taint),
  });
}

/** Several tables in one: a name that is in more than one of them has all of their checks. */
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
