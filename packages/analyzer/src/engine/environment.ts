import type { Lines } from '../ir/program.js';
import type { Frame, Machine } from './machine.js';
import { isSecretName } from './secret-names.js';
import { UNKNOWN, type Value } from './value.js';

/** What holds the environment of the process. */
const ENVIRONMENTS = new Set(['process.env', 'Bun.env', 'os.environ', 'os.environb']);

/** What all of it is called as a source. */
export const WHOLE_ENVIRONMENT = 'the environment of the process';

/** Whether a value may be the environment of the process as a whole. */
export const isEnvironment = ({ targets }: Value): boolean =>
  targets.some((target) => target.kind === 'external' && ENVIRONMENTS.has(target.path));

/** The same value, known to come from the environment when it is all of it. */
export function withEnvironment(value: Value, frame: Frame, { line }: Lines, machine: Machine): Value {
  if (value.taints.length > 0 || !isEnvironment(value)) return value;
  return { ...value, taints: [machine.source('environment', WHOLE_ENVIRONMENT, frame, line)] };
}

/** One variable of the environment: a secret, if it has the name of one. */
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

/** A variable of the environment under a name that is not known. */
export const anyVariable: Value = UNKNOWN;
