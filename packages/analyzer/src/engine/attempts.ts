import type { Expression, FunctionDefinition, Try, With } from '../ir/program.js';
import { nodesWithin } from '../ir/walk.js';
import type { Flow } from './flow.js';
import type { Frame, Machine } from './machine.js';
import { branches, merge } from './merging.js';
import { findMethod } from './members.js';
import { awaited, factsOf } from './pending.js';
import type { Suppression } from './traits.js';
import { joinAll, pathsOf, UNKNOWN, type Value } from './value.js';

/** What is tried, and what is done about its errors. */
function attempt(node: Try, frame: Frame, machine: Machine): void {
  const base = frame.scope.flow;
  let broken = base;
  branches(frame, [
    (): void => {
      machine.execute(node.body, frame);
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
        const error = { ...joinAll(types), taints: [taint], key: machine.newKey() };
        machine.bind(handler.binding, error, frame, true);
      }
      machine.execute(handler.body, frame);
    }),
  ]);
}

/** `try … finally`: what is done at the end is done after an error too, so that nothing of the try has been shown there. */
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

/** Whether a method of a manager's class may say that an error is dealt with. */
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

/** Whether a generator that manages a `with` goes on after an error of what it yields to. */
const yieldSwallows = ({ body }: FunctionDefinition): boolean =>
  nodesWithin(body, false).some(
    (each) =>
      each.kind === 'try' &&
      nodesWithin(each.body, false).some(({ kind }) => kind === 'yield') &&
      each.handlers.some((handler) => !nodesWithin(handler.body, false).some(({ kind }) => kind === 'throw')),
  );

/** Whether errors within a `with` may end there. */
function swallows(value: Expression, entered: Value, frame: Frame, machine: Machine): boolean {
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
    if (target) machine.bind(target, entered, frame, true);
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
    // After an error in it, with nothing shown.
    (): void => {
      frame.scope.flow = broken.failed(base);
    },
  ]);
}
