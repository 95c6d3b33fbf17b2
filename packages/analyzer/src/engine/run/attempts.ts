import type { Expression, FunctionDefinition, Try, With } from '../../ir/program.js';
import { nodesWithin } from '../../ir/walk.js';
import { NOTHING_THROWN, noteCaught } from '../flow/error-messages.js';
import type { Flow } from '../values/flow.js';
import type { Frame } from '../frame.js';
import type { Evaluator, Machine } from '../machine.js';
import { branches, merge } from '../values/merging.js';
import { findMethod } from '../expressions/members.js';
import { awaited, factsOf } from '../flow/pending.js';
import type { Thrown } from '../values/run-state.js';
import { specialResult } from '../expressions/special-methods.js';
import type { Suppression } from '../values/traits.js';
import { joinTaints } from '../values/taint.js';
import { join, joinAll, pathsOf, UNKNOWN, type Value } from '../values/value.js';

/** Runs a `try` statement without its `finally` block. */
function attempt(node: Try, frame: Frame, machine: Machine): void {
  const base = frame.scope.flow;
  let broken = base;
  const { run } = frame.scope;
  const around = run.thrown;
  let thrown: Thrown | undefined;
  branches(frame, [
    (): void => {
      run.thrown = NOTHING_THROWN;
      try {
        machine.execute(node.body, frame);
      } finally {
        thrown = run.thrown;
        run.thrown = around;
      }
      broken = frame.scope.flow;
      if (frame.alive && node.otherwise) machine.execute(node.otherwise, frame);
    },
    ...node.handlers.map((handler) => (): void => {
      frame.scope.flow = broken.failed(base);
      const { types: caught, body: handling } = handler;
      machine.emit({ kind: 'catch', frame, lines: handler, tried: node.body, types: caught, handling });
      if (handler.binding) {
        const taint = machine.source('exception', 'the error', frame, handler.line);
        const types = handler.types.map((type) => machine.typed(UNKNOWN, type, frame));
        const key = machine.newKey();
        if (thrown) noteCaught(key, thrown, run);
        const error = { ...joinAll(types), taints: joinTaints([taint], thrown?.all ?? []), key };
        machine.bind(handler.binding, error, frame, true);
      }
      machine.execute(handler.body, frame);
    }),
  ]);
}

/** `try … finally`: the `finally` block also runs after an error, so no facts from the `try` block hold in it. */
export function tryStatement(node: Try, frame: Frame, machine: Machine): void {
  if (!node.finally) {
    attempt(node, frame, machine);
    return;
  }
  const base = frame.scope.flow;
  const tried = base.fork();
  frame.scope.flow = tried;
  attempt(node, frame, machine);
  const { alive } = frame;
  frame.alive = true;
  frame.scope.flow = tried.failed(base);
  machine.execute(node.finally, frame);
  const end: Flow<Value> = frame.scope.flow;
  frame.scope.flow = base;
  frame.alive &&= alive;
  merge(base, [end]);
  machine.learn(factsOf(tried.factsSince(base)), frame);
}

/** Whether a method of a context manager class may suppress an error. */
function exitSwallows({ objects }: Value, { exits: names }: Suppression): boolean {
  return objects.some(({ class: info }) => {
    const exits = info ? names.flatMap((name) => findMethod(info, name) ?? []) : [];
    return exits.some(({ function: { body } }) =>
      nodesWithin(body, false).some(
        (each) =>
          each.kind === 'return' &&
          each.value !== undefined &&
          !(each.value.kind === 'constant' && !each.value.value),
      ),
    );
  });
}

/** Whether a generator-based context manager continues after an error in the `with` body. */
const yieldSwallows = ({ body }: FunctionDefinition): boolean =>
  nodesWithin(body, false).some(
    (each) =>
      each.kind === 'try' &&
      nodesWithin(each.body, false).some(({ kind }) => kind === 'yield') &&
      each.handlers.some((handler) => !nodesWithin(handler.body, false).some(({ kind }) => kind === 'throw')),
  );

/** Whether errors in a `with` body may be suppressed. */
function swallows(value: Expression, entered: Value, frame: Frame, machine: Evaluator): boolean {
  const { suppression } = frame.scope.traits;
  if (!suppression) return false;
  if (pathsOf(entered).some((path) => suppression.managers.test(path))) return true;
  if (exitSwallows(entered, suppression)) return true;
  if (value.kind !== 'call' || value.callee.kind !== 'name') return false;
  return machine
    .lookup(value.callee.name, frame)
    .targets.some((target) => target.kind === 'closure' && yieldSwallows(target.function));
}

/** `with a as b:`. */
export function withStatement(node: With, frame: Frame, machine: Machine): void {
  let isSwallowed = false;
  for (const { value, target } of node.items) {
    const entered = awaited(machine.evaluate(value, frame), frame, machine);
    const given = specialResult(entered, 'entered', [], frame, value, machine);
    if (target) machine.bind(target, given ? join(entered, given) : entered, frame, true);
    isSwallowed ||= swallows(value, entered, frame, machine);
  }
  if (!isSwallowed) {
    machine.execute(node.body, frame);
    return;
  }
  const base = frame.scope.flow;
  let broken = base;
  branches(frame, [
    (): void => {
      machine.execute(node.body, frame);
      broken = frame.scope.flow;
    },
    // After an error in the body, no facts from it hold.
    (): void => {
      frame.scope.flow = broken.failed(base);
    },
  ]);
}
