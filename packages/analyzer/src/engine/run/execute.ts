import type {
  Declare,
  Expression,
  ForEach,
  FunctionDefinition,
  If,
  Loop,
  Statement,
} from '../../ir/program.js';
import { bound } from '../expressions/bind.js';
import { frameOfItem } from './comprehensions.js';
import { derive, taintsHere } from '../values/derive.js';
import { certainTruth, loosen } from '../flow/changing.js';
import { mergeFacts, type Flow } from '../values/flow.js';
import { truthOf } from '../values/guards.js';
import type { Frame } from '../frame.js';
import type { Definer, Evaluator, Machine, ValueFactory } from '../machine.js';
import { decisionAbout, follow, returnPoint, watchBranches } from '../flow/deciding.js';
import { learnSet, returnsError } from '../flow/errors.js';
import { tryStatement, withStatement } from './attempts.js';
import { labelled, learning, type Labelled } from './learning.js';
import { switchStatement } from './switches.js';
import { noteThrown } from '../flow/error-messages.js';
import { apart, branches, isAlive, merge, factsHere } from '../values/merging.js';
import { awaited } from '../flow/pending.js';
import { iterate, knownEntries, asIterable } from '../values/objects.js';
import { stepTaints } from '../values/taint.js';
import {
  constantValue,
  joinAll,
  objectValue,
  pathsOf,
  targetValue,
  UNKNOWN,
  type Closure,
  type Value,
} from '../values/value.js';
import { alternativesOf } from '../values/value-keys.js';

type Execute<Kind extends Statement['kind']> = (
  node: Extract<Statement, { kind: Kind }>,
  frame: Frame,
  machine: Machine,
) => void;

type Exit = Frame['exits'][number];

/** A copy of the flow at the point where a loop or block is left. */
function leaving({ scope: { flow } }: Frame, { base }: Exit, machine: ValueFactory): Flow<Value> {
  if (!base) return flow;
  machine.spend(flow.sizeSince(base));
  return flow.frozen(base);
}

const ifStatement: Execute<'if'> = (node: If, frame, machine) => {
  const test = machine.evaluate(node.test, frame);
  machine.emit({ kind: 'branch', frame, lines: node.test, node });
  const constant = certainTruth(test);
  const established = truthOf(test, machine);
  const decision = constant === undefined ? decisionAbout(node, test, frame) : undefined;
  const watch = decision && watchBranches(node, decision, frame, machine);
  const then = (): void => {
    follow(frame, decision, true);
    learnSet(node.test, true, frame);
    learning(frame, machine, established?.whenTrue);
    machine.execute(node.then, frame);
    watch?.end(true);
  };
  const otherwise = (): void => {
    follow(frame, decision, false);
    learnSet(node.test, false, frame);
    learning(frame, machine, established?.whenFalse);
    machine.execute(node.otherwise, frame);
    watch?.end(false);
  };
  branches(frame, constant === true ? [then] : constant === false ? [otherwise] : [then, otherwise]);
  watch?.after();
};

/**
 * Runs a loop body twice, so that the second iteration sees the effects of the first. What further ones may change is
 * not constant in it.
 * @param whole receives the facts at the end of each iteration, when no iteration ends the loop
 */
function repeat(
  frame: Frame,
  { body, ...label }: Labelled & Pick<Loop, 'body'>,
  iteration: () => void,
  otherwise: () => void,
  whole?: (established: ReadonlyMap<string, number>) => void,
): void {
  const breaks: Flow<Value>[] = [];
  loosen(body, frame.scope.flow);
  let shown: ReadonlyMap<string, number> = new Map();
  // Deeply nested loops run once: each further iteration would double the work.
  const iterations = frame.exits.length > 1 ? 1 : 2;
  for (let count = 0; count < iterations; count += 1) {
    const continues: Flow<Value>[] = [];
    const base = frame.scope.flow;
    frame.exits.push({ breaks, continues, base, ...label });
    branches(frame, [
      (): void => {
        iteration();
        if (frame.alive) continues.push(frame.scope.flow);
        // The end of the iteration, by itself or by `continue`.
        frame.alive = false;
      },
    ]);
    frame.exits.pop();
    frame.alive = true;
    shown = mergeFacts(continues.map((flow) => flow.factsSince(base)));
    merge(base, [...continues, base.fork()]);
  }
  if (breaks.length === 0) whole?.(shown);
  const base = frame.scope.flow;
  const after = base.fork();
  frame.scope.flow = after;
  otherwise();
  const ends = frame.alive ? [frame.scope.flow, ...breaks] : breaks;
  frame.scope.flow = base;
  frame.alive = ends.length > 0;
  merge(base, ends);
}

const loop: Execute<'loop'> = (node: Loop, frame, machine) => {
  const { test } = node;
  if (test?.kind === 'operation') {
    const bound = joinAll(
      test.operands.map((operand) => {
        const value = machine.evaluate(operand, frame);
        return { ...value, taints: taintsHere(value, frame) };
      }),
    );
    machine.emit({ kind: 'loop', frame, lines: node, bound, endless: false });
  } else machine.emit({ kind: 'loop', frame, lines: node, bound: UNKNOWN, endless: test === undefined });
  repeat(
    frame,
    { body: node.body, ...labelled(node) },
    () => {
      const established = test && machine.evaluate(test, frame).guards;
      learning(frame, machine, established?.whenTrue);
      machine.execute(node.body, frame);
      if (node.update && frame.alive) machine.evaluate(node.update, frame);
    },
    () => machine.execute(node.otherwise ?? [], frame),
  );
};

/**
 * Unrolls a loop over a known list: each iteration has variables and objects of its own, which the functions defined in
 * it capture.
 */
function eachEntry(
  entries: NonNullable<ReturnType<typeof knownEntries>>,
  label: Labelled,
  each: (item: Value, key: Value, at: Frame) => void,
  frame: Frame,
  machine: ValueFactory,
): void {
  const breaks: Flow<Value>[] = [];
  const base = frame.scope.flow;
  for (const [key, item] of entries) {
    const continues: Flow<Value>[] = [];
    const iteration = frameOfItem(frame, { breaks, continues, base, ...label }, machine);
    each(item, key, iteration);
    merge(base, isAlive(iteration) ? [iteration.scope.flow, ...continues] : continues);
  }
  merge(base, [...breaks, base.fork()]);
}

const forEach: Execute<'for-each'> = (node: ForEach, frame, machine) => {
  const given = awaited(machine.evaluate(node.iterable, frame), frame, machine);
  machine.emit({ kind: 'loop', frame, lines: node, bound: given, endless: false });
  // `for (const key in object)` iterates over the keys of an object, other loops over its items.
  const byKey = !node.target && node.key !== undefined;
  const iterable = byKey ? given : asIterable(given, frame, machine);
  const each = (item: Value, key: Value, at: Frame): void => {
    if (node.key) machine.bind(node.key, key, at, true);
    if (node.target) machine.bind(node.target, item, at, true);
    machine.execute(node.body, at);
  };
  const entries = knownEntries(iterable, frame, byKey || undefined);
  if (entries && entries.length > 1 && frame.exits.length === 0) {
    eachEntry(entries, labelled(node), each, frame, machine);
    return;
  }
  const keys = joinAll(
    iterable.objects.flatMap(({ fields }) => [...fields.keys()].slice(0, 16).map(constantValue)),
  );
  const key = iterable.taints.length > 0 ? derive(iterable, frame, machine, { suffix: '{}' }) : keys;
  const item = iterate(iterable, frame, machine);
  repeat(
    frame,
    { body: node.body, ...labelled(node) },
    () => each(iterate(iterable, frame, machine), key, frame),
    () => machine.execute(node.otherwise ?? [], frame),
    (established) => {
      // Facts that hold for each iteration apply only when there is at least one: when the program has items of its
      // own.
      if (iterable.taints.length === 0 && iterable.objects.some(({ items, rest }) => rest ?? items?.length))
        machine.learn(
          [...established].map(([key, sanitizedFor]) => ({ key, sanitizedFor })),
          frame,
        );
      // A check that every iteration makes of its item holds for all items.
      const sanitizedFor = item.key === undefined ? 0 : (established.get(item.key) ?? 0);
      const keys = [item.key, iterable.key].flatMap((each) =>
        each === undefined ? [] : [each, ...alternativesOf(each)],
      );
      if (sanitizedFor === 0) return;
      machine.learn(
        keys.map((key) => ({ key, sanitizedFor })),
        frame,
      );
    },
  );
};

/** The value of a variable that is declared without one. */
function zeroValue(node: Declare, type: Expression, frame: Frame, machine: Evaluator & ValueFactory): Value {
  const typed = machine.typed(UNKNOWN, type, frame);
  if (!frame.scope.traits.zeroValues) return typed;
  const info = typed.objects.find((object) => object.class)?.class;
  const [path] = pathsOf({ ...typed, objects: [] });
  if (!info && path === undefined) return typed;
  return objectValue(machine.allocate(node, frame, { ...(info ? { class: info } : { path: path ?? '' }) }));
}

const declare: Execute<'declare'> = (node, frame, machine) => {
  if (!node.value) {
    if (node.type) machine.bind(node.target, zeroValue(node, node.type, frame, machine), frame, true);
    return;
  }
  const value = machine.evaluate(node.value, frame);
  const typed = node.type ? machine.typed(value, node.type, frame) : value;
  const { target } = node;
  if (target.kind !== 'bind') {
    machine.bind(target, bound(target, node.value, typed, frame, machine), frame, true);
    return;
  }
  const taints = stepTaints(
    taintsHere(typed, frame),
    frame.module,
    node.line,
    `assigned to \`${target.name}\``,
  );
  machine.bind(target, { ...typed, taints }, frame, true);
};

/** Expressions that make an object, where they have one of the run itself as their value. */
const MAKES: ReadonlySet<Expression['kind']> = new Set(['object', 'list', 'call', 'cast']);

const returnStatement: Execute<'return'> = (node, frame, machine) => {
  const returned = node.value ? machine.evaluate(node.value, frame) : constantValue(null);
  // Whoever awaits an async function also awaits the promise that it returns.
  const value = frame.function?.async ? awaited(returned, frame, machine) : returned;
  const taints = taintsHere(value, frame);
  frame.returns.push({
    value: taints === value.taints ? value : { ...value, taints },
    facts: factsHere(frame),
    isSet: node.value !== undefined && returnsError(node.value, value, frame),
    isMade: node.value !== undefined && MAKES.has(node.value.kind),
    ...returnPoint(frame),
  });
  machine.returned(value, node, frame);
  frame.alive = false;
};

/** How each kind of statement is executed. */
export const EXECUTE: { readonly [Kind in Statement['kind']]: Execute<Kind> } = {
  expression: (node, frame, machine) => {
    if (node.later) apart(frame, () => machine.evaluate(node.expression, frame));
    else machine.evaluate(node.expression, frame);
  },
  declare,
  if: ifStatement,
  loop,
  'for-each': forEach,
  return: returnStatement,
  throw: (node, frame, machine) => {
    if (node.value) noteThrown(machine.evaluate(node.value, frame), frame);
    frame.alive = false;
  },
  try: tryStatement,
  switch: switchStatement,
  with: withStatement,
  block: (node, frame, machine) => machine.execute(node.body, frame),
  // Hoisted before the first statement of their block; decorators are evaluated in source order.
  function: (node, frame, machine) => {
    if (node.function.decorators.length > 0) machine.defineFunction(node.function, frame);
  },
  class: (node, frame, machine) => {
    // Go's types are defined before their package runs, with the methods added since.
    const existing = frame.scope.flow.get(node.class.name)?.targets ?? [];
    if (existing.some((target) => target.kind === 'class' && target.definition === node.class)) return;
    if (node.class.virtual && frame.scope.flow.get(node.class.name)) return;
    const value = machine.defineClass(node.class, frame);
    machine.assign(node.class.name, value, frame, true);
  },
  import: (node, frame, machine) => machine.importNames(node, frame),
  export: (node, frame, machine) => machine.exportNames(node, frame),
  break: ({ label }, frame, machine) => {
    // A labeled block is left only by its label.
    const isLeft = (exit: Exit): boolean =>
      label === undefined ? exit.label === undefined || exit.continues !== undefined : exit.label === label;
    const left = frame.exits.findLast(isLeft) ?? frame.exits.at(-1);
    left?.breaks.push(leaving(frame, left, machine));
    frame.alive = false;
  },
  continue: ({ label }, frame, machine) => {
    const loops = frame.exits.filter(({ continues }) => continues);
    const left = loops.findLast((exit) => label !== undefined && exit.label === label) ?? loops.at(-1);
    left?.continues?.push(leaving(frame, left, machine));
    frame.alive = false;
  },
};

/** Hoists the functions of a block: they may be used above their declarations. */
export function hoist(statements: readonly Statement[], frame: Frame, machine: Definer & Evaluator): void {
  statements.forEach((statement) => {
    if (statement.kind !== 'function') return;
    const { function: definition } = statement;
    if (definition.decorators.length === 0) machine.defineFunction(definition, frame);
    else machine.assign(definition.name, targetValue(closureOf(definition, frame)), frame, true);
  });
}

const closureOf = (definition: FunctionDefinition, frame: Frame): Closure => ({
  kind: 'closure',
  function: definition,
  scope: frame.scope,
});
