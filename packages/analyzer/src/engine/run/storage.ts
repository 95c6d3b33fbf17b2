import { Flow } from '../values/flow.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import type { OuterReads } from '../calls/outer-reads.js';
import { withFacts } from '../values/derive.js';
import { noteWritten } from '../values/filled.js';
import { stateOf } from '../values/state.js';
import { digestTaints, joinTaints } from '../values/taint.js';
import { join, UNKNOWN, type Scope, type Value } from '../values/value.js';

/**
 * What one call leaves for another one, by place: in a column of a table, in a file, in the context of a request. The
 * places are variables of a scope around all others, so that a function runs again where what it has read has changed.
 */
export class Storage {
  private scope: Scope | undefined;

  /**
   * What may be at a place; `UNKNOWN` itself if nothing was written there.
   * @param reads records the read, if a function is running
   */
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

  /** What a variable of the request's context may be; undefined if none is seen. */
  inContext(name: string, frame: Frame, reads: OuterReads | undefined): Value | undefined {
    const value = this.read(`context ${name}`, frame, reads);
    return value === UNKNOWN ? undefined : value;
  }

  /** Adds a value to what a variable of the request's context may be, with its objects and constants. */
  putInContext(name: string, value: Value, frame: Frame): void {
    const { run } = frame.scope;
    const place = `context ${name}`;
    const known = this.read(place, frame, undefined);
    const before = stateOf(known, run);
    const added = withFacts(value, frame);
    const now = known === UNKNOWN ? { ...added } : join(known, added);
    this.scope?.flow.set(place, now);
    if (stateOf(now, run) !== before) noteWritten(added, run);
  }
}
