import { memoByNames, memoByNode } from '../../common/memo.js';
import type { CallEvent } from '../events.js';
import type { ExternalNames } from './external-names.js';
import { externalValue, pathsOf, type Scope, type Value } from './value.js';

/** The value of a canonical path: a constant, for some. */
export function outsideValue(path: string, names: ExternalNames): Value {
  const constant = names.constant(path);
  return constant === undefined ? externalValue(path) : { ...externalValue(path), constants: [constant] };
}

const membersOf = memoByNode((names: ExternalNames) =>
  memoByNames((path, property) => outsideValue(names.canonical(`${path}.${property}`), names)),
);

/** A member of an external target. */
export const outsideMember = (path: string, property: string, { traits: { externals } }: Scope): Value =>
  membersOf(externals)(path, property);

/** The values that a call of external functions may return. */
export const resultTargets = ({ names, frame }: CallEvent): Value['targets'] =>
  names.map((path) => ({ kind: 'external', path: frame.scope.traits.externals.result(path) }));

/** A member of a module under a name that is computed: `child_process[name]`, `getattr(os, name)`. Undefined for other values. */
export function worstMember(object: Value, { traits: { externals } }: Scope): Value | undefined {
  const [path] = pathsOf(object).flatMap((each) => externals.worstMember(each) ?? []);
  return path === undefined ? undefined : externalValue(path);
}

/** The name of a member under a name that is computed, at the end of its path. */
export const COMPUTED = '[]';

/** A method, under a name that is computed, of objects of libraries and of instances of the package: whoever chooses it is in its taints. */
export function computedMethod({ objects, targets }: Value, name: Value): Value | undefined {
  const paths = [
    ...targets.flatMap((target) => (target.kind === 'external' ? [target.path] : [])),
    ...objects.flatMap(({ path, class: info }) => path ?? (info ? [info.definition.name] : [])),
  ];
  if (name.taints.length === 0 || paths.length === 0) return undefined;
  const { taints, key } = name;
  const methods = paths.map((path) => ({ kind: 'external', path: `${path}.${COMPUTED}` }) as const);
  return { taints, objects: [], targets: methods, ...(key !== undefined && { key }) };
}
