import { assumptionsAt } from '../flow/deciding.js';
import { Flow, TOOL } from '../values/flow.js';
import type { Arguments, Entry, Frame } from '../frame.js';
import { RunRecord } from '../run-record.js';
import type { Closure, Scope, Value } from '../values/value.js';

/** A scope nested in another one. */
export const scopeWithin = (
  parent: Scope,
  id: number,
  flow = new Flow<Value>(),
  changes?: ReadonlySet<string>,
): Scope => {
  const { module, traits, run } = parent;
  return changes
    ? { id, parent, flow, module, traits, run, changes }
    : { id, parent, flow, module, traits, run };
};

/** A frame for an entry: no caller and no facts. */
export const entryFrame = (entry: Entry, scope: Scope): Frame => ({
  entry,
  module: scope.module,
  scope,
  depth: 0,
  alive: true,
  exits: [],
  returns: [],
});

/** The names of the tools that may be called at a frame, as far as they are known there. */
export function toolsAt(frame: Frame): readonly string[] {
  for (let each: Frame | undefined = frame; each; each = each.caller) {
    const constants = each.scope.flow.get(TOOL)?.constants;
    if (constants && constants.length > 0) return constants.map(String);
  }
  return frame.entry.kind === 'tool' && frame.entry.name !== '' ? [frame.entry.name] : [];
}

/** The name of the tool that is being called at a frame, as far as it is known there. */
export function toolAt(frame: Frame): string | undefined {
  for (let each: Frame | undefined = frame; each; each = each.caller) {
    const constants = each.scope.flow.get(TOOL)?.constants;
    if (constants?.length === 1) return String(constants[0]);
  }
  return frame.entry.kind === 'tool' && frame.entry.name !== '' ? frame.entry.name : undefined;
}

/** A new frame for a run of a function. */
export function frameOf(
  closure: Closure,
  args: Arguments,
  id: number,
  caller: Frame,
  self: Value | undefined,
): Frame {
  const flow = new Flow<Value>(undefined, caller.scope.flow);
  const { scope, owner } = closure;
  const receiver = self ?? closure.self;
  // Assigned one by one, because conditional spreads cost several times as much.
  const frame: { -readonly [Name in keyof Frame]: Frame[Name] } = {
    entry: caller.entry,
    module: scope.module,
    function: closure.function,
    scope: scopeWithin(scope, id, flow, scope.run.assignments?.variables.get(closure.function)),
    caller,
    arguments: args,
    record: new RunRecord(closure.function, caller.record),
    depth: caller.depth + 1,
    alive: true,
    exits: [],
    returns: [],
  };
  if (receiver) frame.self = receiver;
  if (owner) frame.owner = owner;
  const before = assumptionsAt(caller);
  if (before.excluded !== 0 || before.decided !== 0) frame.before = before;
  return frame;
}
