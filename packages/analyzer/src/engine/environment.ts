import type { Expression, Lines } from '../ir/program.js';
import type { Frame, Machine } from './machine.js';
import { isSecretName } from './secret-names.js';
import { pathsOf, UNKNOWN, type Target, type Value } from './value.js';

/** Expressions for the whole environment of the process. */
const ENVIRONMENTS = new Set(['process.env', 'Bun.env', 'os.environ', 'os.environb']);

/** The source name of the whole environment. */
export const WHOLE_ENVIRONMENT = 'the environment of the process';

const isEnvironmentPath = (target: Target): boolean =>
  target.kind === 'external' && ENVIRONMENTS.has(target.path);

/** Whether a value may be the whole environment of the process. Asked for each name that is read; most have no target. */
export const isEnvironment = ({ targets }: Value): boolean =>
  targets.length > 0 && targets.some(isEnvironmentPath);

/** The same value, tainted by the environment if it is the whole environment. */
export function withEnvironment(value: Value, frame: Frame, { line }: Lines, machine: Machine): Value {
  if (value.taints.length > 0 || !isEnvironment(value)) return value;
  return { ...value, taints: [machine.source('environment', WHOLE_ENVIRONMENT, frame, line)] };
}

/** A single environment variable: a secret if its name says so. */
export function environmentVariable(
  name: string,
  value: Value,
  frame: Frame,
  { line }: Lines,
  machine: Machine,
): Value {
  if (!isSecretName(name)) return value;
  const taint = machine.source('secret', `the environment variable \`${name}\``, frame, line);
  return { ...value, taints: [taint], key: machine.newKey() };
}

/** A field of an object into which the whole environment was copied: one variable of it, beside what else it may be. */
export function copiedVariable(
  name: string,
  value: Value,
  frame: Frame,
  lines: Lines,
  machine: Machine,
): Value {
  if (!isEnvironment(value)) return value;
  const others: Value = {
    ...value,
    taints: value.taints.filter(
      ({ source }) => source.kind !== 'environment' || source.name !== WHOLE_ENVIRONMENT,
    ),
    targets: value.targets.filter((target) => target.kind !== 'external' || !ENVIRONMENTS.has(target.path)),
  };
  return environmentVariable(name, others, frame, lines, machine);
}

/** An environment variable whose name is not known. */
export const anyVariable: Value = UNKNOWN;

/** Emits `process.env[name]` as a call of `process.env.[]`. */
export function chosenVariable(
  node: Extract<Expression, { kind: 'index' }>,
  object: Value,
  key: Value,
  frame: Frame,
  machine: Machine,
): void {
  const { line, endLine } = node;
  machine.emit({
    kind: 'call',
    frame,
    node: { kind: 'call', callee: node.object, arguments: [{ value: node.index }], line, endLine },
    callee: UNKNOWN,
    names: pathsOf(object).map((path) => `${path}.[]`),
    arguments: { positional: [key], named: new Map() },
  });
}
