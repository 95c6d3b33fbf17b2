import { Flow } from './flow.js';
import type { Frame, Machine } from './machine.js';
import type { OuterReads } from './outer-reads.js';
import { digestTaints, joinTaints } from './taint.js';
import { UNKNOWN, type Scope, type Value } from './value.js';

/**
 * What clients have stored outside of the program, by place: a column of a table, a file. The places are variables of a scope
 * around all others, so that a function runs again where what it has read there has changed.
 */
export class Storage {
  private scope: Scope | undefined;

  /** @param reads records the read, if a function is running */
  read(place: string, { scope: { traits, run } }: Frame, reads: OuterReads | undefined): Value {
    const scope = (this.scope ??= { id: -Infinity, flow: new Flow(), module: '', traits, run });
    const value = scope.flow.get(place) ?? UNKNOWN;
    scope.flow.set(place, value);
    reads?.note(scope, place, value);
    return value;
  }

  write(place: string, value: Value, frame: Frame, machine: Pick<Machine, 'newKey'>): void {
    const known = this.read(place, frame, undefined);
    const taints = joinTaints(known.taints, value.taints);
    if (digestTaints(taints) === digestTaints(known.taints)) return;
    this.scope?.flow.set(place, { ...UNKNOWN, taints, key: machine.newKey() });
    frame.scope.run.writes += 1;
  }
}
