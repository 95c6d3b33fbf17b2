import { MAX_KEY_TEXT, type RunState } from './run-state.js';
import { digestTaints } from './taint.js';
import type { HeapObject, Scalar, Target, Value } from './value.js';

/** Deeper chains of bound functions are identified by reference only. */
const MAX_BOUND = 3;

function digestTarget(target: Target, run: RunState, depth: number): string {
  if (target.kind === 'closure') {
    const inner = (value: Value): string => digest(value, run, depth + 1);
    const values =
      depth < MAX_BOUND ? target.bound?.map(inner).join() : target.bound && run.numberOf(target.bound);
    const bound = values === undefined ? '' : `(${values})`;
    return `f${target.scope.id}:${run.numberOf(target.function)}${bound}`;
  }
  if (target.kind === 'class') return `c${target.scope.id}:${run.numberOf(target.definition)}`;
  return target.path;
}

const digestConstant = (constant: Scalar, run: RunState): string =>
  typeof constant === 'string' && constant.length > MAX_KEY_TEXT
    ? run.shortened(constant)
    : JSON.stringify(constant);

export const digestConstants = (constants: readonly Scalar[], run: RunState): string =>
  `k${constants.map((constant) => digestConstant(constant, run)).join()}`;

/** A text that is the same for arguments for which a function behaves the same. */
export function digest(value: Value, run: RunState, depth = 0): string {
  let text = value.taints.length > 0 ? `t${digestTaints(value.taints)}` : '';
  if (value.constants) text += digestConstants(value.constants, run);
  else if (value.literals)
    text += digestConstants(
      value.literals.map((each) => each.text),
      run,
    );
  if (value.changes) text += '±';
  if (value.character) text += 's';
  if (value.pending) text += `~${JSON.stringify(value.pending)}`;
  if (value.assumed) text += `?${value.assumed.because}${digest(value.assumed.value, run, depth + 1)}`;
  for (const target of value.targets) text += `|${digestTarget(target, run, depth)}`;
  for (const object of value.objects) text += `|${digestObject(object)}`;
  return text;
}

/** An object is identified by its id; its taints are included because they may change between calls. */
function digestObject({ id, fields, items, rest }: HeapObject): string {
  let text = `o${id}:${fields.size}:${items?.length ?? ''}`;
  for (const [name, { taints }] of fields) if (taints.length > 0) text += `;${name}=${digestTaints(taints)}`;
  for (const { taints } of items ?? []) if (taints.length > 0) text += `;${digestTaints(taints)}`;
  if (rest) text += `*${digestTaints(rest.taints)}`;
  return text;
}
