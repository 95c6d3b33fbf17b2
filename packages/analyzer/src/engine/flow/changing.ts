import { fillsArguments, type Assignments } from '../../ir/assignments.js';
import type { Statement } from '../../ir/program.js';
import { nodesWithin } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import type { Flow } from '../values/flow.js';
import type { CallEvent } from '../events.js';
import type { RunState } from '../values/run-state.js';
import names from '../names.json' with { type: 'json' };
import { assuming } from '../values/assumptions.js';
import { Assumption } from '../values/reasons.js';
import { constantOf, type HeapObject, type Value } from '../values/value.js';

/**
 * A value that the program or its operator may replace while it runs: its constants are defaults, so that a boolean may
 * be either, and a comparison with another constant decides nothing.
 */
export function changing(value: Value): Value {
  const { constants } = value;
  if (!constants || value.changes) return value;
  if (!constants.every((each) => typeof each === 'boolean')) return { ...value, changes: true };
  return constants.length > 1 ? value : { ...value, constants: [...constants, !constants[0]] };
}

/** The truth of a condition, if constants in the code decide it. */
export function certainTruth(test: Value): boolean | undefined {
  // A promise is always truthy.
  if (test.pending || test.changes) return undefined;
  const constant = constantOf(test);
  if (constant !== null) return typeof constant === 'boolean' ? constant : undefined;
  return test.taints.length + test.objects.length + test.targets.length === 0 ? false : undefined;
}

/** Whether the subject of a `switch` matches the tests of a case, if constants in the code decide it. */
export function certainMatch(subject: Value | undefined, tests: readonly Value[]): boolean | undefined {
  if (!subject || tests.length === 0) return undefined;
  const isCertain = ({ taints, objects, targets, changes }: Value): boolean =>
    taints.length + objects.length + targets.length === 0 && !changes;
  const [known, ...others] = [subject, ...tests].map((each) =>
    isCertain(each) ? constantOf(each) : undefined,
  );
  if (known === undefined || others.includes(undefined)) return undefined;
  return others.includes(known);
}

/** The variables that are assigned in the body of a loop. */
const assignedIn = memoByNode((body: readonly Statement[]): ReadonlySet<string> => {
  const assigned = new Set<string>();
  for (const node of nodesWithin(body))
    if ((node.kind === 'assign' || node.kind === 'declare') && node.target.kind === 'bind')
      assigned.add(node.target.name);
  return assigned;
});

/** The variables that a loop assigns may have changed whenever an iteration begins. */
export function loosen(body: readonly Statement[], flow: Flow<Value>): void {
  for (const name of assignedIn(body)) {
    const value = flow.get(name);
    if (value?.constants) flow.set(name, changing(value));
  }
}

/** The value of a field, which may be assigned anywhere in the program. */
export const changingField = (value: Value, name: string, assignments: Assignments | undefined): Value =>
  value.constants && assignments?.fields.has(name) ? changing(value) : value;

/** Whether a call gets a value that may be replaced. */
export const changesIn = ({ receiver, arguments: { positional } }: CallEvent): boolean =>
  receiver?.changes === true || positional.some(({ changes }) => changes);

const SETTINGS = new Set(names.settingsClasses);

/** Whether the fields of a class are read from the environment, from files or from the command line: its bases. */
export const areSettings = (bases: Iterable<string>): boolean => {
  for (const base of bases) if (SETTINGS.has(base.slice(base.lastIndexOf('.') + 1))) return true;
  return false;
};

/** A field of settings, whose own fields are settings too. */
export function asSetting(value: Value, run: RunState): Value {
  for (const object of value.objects) run.settings.add(object);
  const constant = constantOf(value);
  const setting = changing(value);
  return constant === undefined || setting.assumed
    ? setting
    : assuming(setting, constant, { because: Assumption.DEFAULTS });
}

/** Any field of an object may be replaced: by the fields of an unknown one, or under an unknown key. */
export function replaceAny({ fields }: HeapObject): void {
  for (const [name, value] of fields) if (value.constants) fields.set(name, changing(value));
}

/** An unknown function that fills in its arguments may replace any of their fields: `viper.Unmarshal(&options)`. */
export function replaceWritten({ names: paths, method, arguments: { positional } }: CallEvent): void {
  const called = method ?? /(\w+)(?:\.[mc]?js)?(?:\.default)?$/u.exec(paths[0] ?? '')?.[1];
  if (called === undefined || !fillsArguments(called)) return;
  for (const { objects } of positional) for (const object of objects) replaceAny(object);
}

/** Whether it is not known which fields an object has: it came from outside, or holds more than is listed. */
export const isOpen = ({ objects, taints, targets, constants }: Value): boolean =>
  taints.length > 0 ||
  (objects.length === 0 && !constants) ||
  targets.some(({ kind }) => kind === 'external') ||
  objects.some(({ rest, path }) => rest !== undefined || path !== undefined);
