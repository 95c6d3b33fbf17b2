import type { Expression, Lines } from '../../ir/program.js';
import type { Frame } from '../frame.js';
import type { Reporter, ValueFactory } from '../machine.js';
import { assuming } from '../values/assumptions.js';
import { Assumption } from '../values/reasons.js';
import { slot } from '../values/run-state.js';
import { isSecretName } from '../values/secret-names.js';
import { pathsOf, UNKNOWN, type Scope, type Target, type Value } from '../values/value.js';

/** The source name of the whole environment. */
export const WHOLE_ENVIRONMENT = 'the environment of the process';

const isEnvironmentTarget = (target: Target, { traits }: Scope): boolean =>
  target.kind === 'external' && traits.externals.isEnvironment(target.path);

/** Whether a value may be the whole environment of the process. Asked for each name that is read; most have no target. */
export const isEnvironment = ({ targets }: Value, scope: Scope): boolean =>
  targets.length > 0 && targets.some((target) => isEnvironmentTarget(target, scope));

const isRequest = ({ targets }: Value, { traits: { externals } }: Scope): boolean =>
  targets.some((target) => target.kind === 'external' && externals.isRequest(target.path));

/** The name of the part of a call that a value is. */
function partOfCall({ targets }: Value, { traits: { externals } }: Scope): string | undefined {
  for (const target of targets) {
    const part = target.kind === 'external' ? externals.callPart(target.path) : undefined;
    if (part !== undefined) return part;
  }
  return undefined;
}

/** The same value, tainted if it is the request that is being handled or a part of the call, by where it is read. */
export function withRequest(value: Value, frame: Frame, { line }: Lines, machine: ValueFactory): Value {
  if (value.taints.length > 0 || value.targets.length === 0) return value;
  const part = partOfCall(value, frame.scope);
  if (part === undefined && !isRequest(value, frame.scope)) return value;
  const taint =
    part === undefined
      ? machine.source('http-request', 'the HTTP request', frame, line)
      : machine.source('tool-parameter', part, frame, line);
  return { ...value, taints: [taint], key: machine.newKey() };
}

/** The same value, tainted if it is the whole environment, or the request that is being handled. */
export function withEnvironment(value: Value, frame: Frame, { line }: Lines, machine: ValueFactory): Value {
  if (value.taints.length > 0 || value.targets.length === 0) return value;
  if (isEnvironment(value, frame.scope))
    return { ...value, taints: [machine.source('environment', WHOLE_ENVIRONMENT, frame, line)] };
  return withRequest(value, frame, { line, endLine: line }, machine);
}

/** A package with more of them reads what its callers name. */
const MAX_VARIABLES = 2000;

/** The names of the environment variables that an analysis has seen being read. */
export const VARIABLES_READ = slot(() => new Set<string>());

/** A single environment variable: a secret if its name says so. */
export function environmentVariable(
  name: string,
  value: Value,
  frame: Frame,
  { line }: Lines,
  machine: ValueFactory,
): Value {
  const read = frame.scope.run.of(VARIABLES_READ);
  if (read.size < MAX_VARIABLES) read.add(name);
  if (!isSecretName(name)) return value;
  const taint = machine.source('secret', `the environment variable \`${name}\``, frame, line);
  return { ...value, taints: [taint], key: machine.newKey() };
}

/** A variable of the environment as it is when nothing is configured. What raises an error if it is missing is always there. */
export const unsetByDefault = (value: Value, name: string, { traits }: Scope): Value =>
  traits.missingKeysRaise
    ? value
    : assuming(value, null, { because: Assumption.DEFAULTS, variables: [name] });

/** A field of an object into which the whole environment was copied: one variable of it, beside what else it may be. */
export function copiedVariable(
  name: string,
  value: Value,
  frame: Frame,
  lines: Lines,
  machine: ValueFactory,
): Value {
  return isEnvironment(value, frame.scope)
    ? environmentVariable(name, someVariable(value, frame), frame, lines, machine)
    : value;
}

/** One variable, under a key that is not known, of an object into which the whole environment was copied. */
export function someVariable(value: Value, { scope }: Frame): Value {
  if (!isEnvironment(value, scope)) return value;
  return {
    ...value,
    taints: value.taints.filter(
      ({ source }) => source.kind !== 'environment' || source.name !== WHOLE_ENVIRONMENT,
    ),
    targets: value.targets.filter((target) => !isEnvironmentTarget(target, scope)),
  };
}

/** An environment variable whose name is not known. */
export const anyVariable: Value = UNKNOWN;

/** Emits `process.env[name]` as a call of `process.env.[]`. */
export function chosenVariable(
  node: Extract<Expression, { kind: 'index' }>,
  object: Value,
  key: Value,
  frame: Frame,
  machine: Reporter,
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
