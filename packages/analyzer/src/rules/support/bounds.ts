import { taintsHere } from '../../engine/values/derive.js';
import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { CLIENT_SOURCES, SanitizedFor, NUMBER, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import type { Expression, FunctionDefinition, Lines, Statement } from '../../ir/program.js';
import { lastNameOf, nodesWithin } from '../../ir/walk.js';
import { calledIn } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { callersOf } from './locations.js';
import { variableOf } from './variables.js';

const isNumber = ({ sanitizedFor }: Taint): boolean => (sanitizedFor & NUMBER) === NUMBER;

/** A client-controlled number without an upper bound. */
export function openNumber(value: Value, frame: Frame): Taint | undefined {
  const taints = taintsHere(value, frame);
  return taints.every(isNumber)
    ? taints.find(
        ({ source, sanitizedFor }) =>
          CLIENT_SOURCES.has(source.kind) && (sanitizedFor & SanitizedFor.SIZE) === 0,
      )
    : undefined;
}

/** The same for values that may not be numbers. */
export const openSize = (value: Value, frame: Frame): Taint | undefined =>
  taintsHere(value, frame).find(
    (taint) =>
      CLIENT_SOURCES.has(taint.source.kind) &&
      (taint.sanitizedFor & SanitizedFor.SIZE) === 0 &&
      isDirect(taint),
  );

/** Whether the value comes from the client directly: the size of a remote result does not follow from its input. */
const isDirect = (taint: Taint): boolean =>
  isNumber(taint) || (taint.sanitizedFor & SanitizedFor.SECRET) === 0;

/** A loop of either kind. */
export type LoopNode = Extract<Statement, { kind: 'loop' | 'for-each' }>;

/** Operators that compare sizes. */
export const ORDERINGS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** Whether a loop can exit early; then its bound is not what limits it. */
export const endsEarly = memoByNode((loop: LoopNode): boolean =>
  nodesWithin(loop.body, false).some(({ kind }) => kind === 'break' || kind === 'return' || kind === 'throw'),
);

/** The expressions that determine a loop's number of iterations. */
function boundsOf(loop: LoopNode): Expression[] {
  if (loop.kind === 'loop')
    return loop.test?.kind === 'operation' && ORDERINGS.has(loop.test.operator)
      ? [...loop.test.operands]
      : [];
  const { iterable } = loop;
  if (iterable.kind === 'call' && lastNameOf(iterable.callee) === 'range')
    return iterable.arguments.map(({ value }) => value);
  return [iterable];
}

function openBound(loop: LoopNode, frame: Frame): Taint | undefined {
  for (const bound of boundsOf(loop)) {
    const value = bound.kind === 'name' ? variableOf(bound.name, frame) : undefined;
    const taint = value && (loop.kind === 'loop' ? openSize(value, frame) : openNumber(value, frame));
    if (taint) return taint;
  }
  return undefined;
}

const loopsOf = memoByNode(({ body }: FunctionDefinition): readonly LoopNode[] =>
  nodesWithin(body, false).filter((node) => node.kind === 'loop' || node.kind === 'for-each'),
);

const loopsIn = ({ function: definition }: Frame): readonly LoopNode[] =>
  definition ? loopsOf(definition) : [];

/**
 * The code inside a frame's function that must be enclosed by the loop: a line range, or calls of a function by name.
 */
type Below = Lines | { readonly called: string };

const isAround = (loop: LoopNode, below: Below): boolean =>
  'called' in below
    ? calledIn(loop).has(below.called)
    : loop.line <= below.line && below.endLine <= loop.endLine;

/** The unbounded number of iterations of a loop around a call, in its function or in one of its callers. */
export function openLoopAround(event: CallEvent): Taint | undefined {
  let below: Below = event.node;
  for (const frame of callersOf(event.frame)) {
    for (const loop of loopsIn(frame)) {
      const taint = isAround(loop, below) ? openBound(loop, frame) : undefined;
      if (taint) return taint;
    }
    const { function: definition } = frame;
    if (!definition) return undefined;
    below = definition.name === '' ? definition : { called: definition.name };
  }
  return undefined;
}

/** The first loop on each line. */
const loopsByLine = memoByNode(
  (definition: FunctionDefinition): ReadonlyMap<number, LoopNode> =>
    new Map(
      loopsOf(definition)
        .map((loop) => [loop.line, loop] as const)
        .reverse(),
    ),
);

/** The loop of a function that starts on a line. */
export const loopAt = ({ function: definition }: Frame, line: number): LoopNode | undefined =>
  definition && loopsByLine(definition).get(line);

/** Whether a loop's condition compares sizes. */
export const comparesSize = (loop: LoopNode): boolean =>
  loop.kind === 'for-each' || (loop.test?.kind === 'operation' && ORDERINGS.has(loop.test.operator));
