import type { Assign, Call, Expression, Lines, Text } from '../../ir/program.js';
import { annotationValue } from '../expressions/annotations.js';
import { readArguments, taggedArguments } from '../expressions/arguments.js';
import { bound } from '../expressions/bind.js';
import { constructorOf } from '../calls/calls.js';
import { noteUnresolved } from '../calls/unresolved.js';
import { comprehension } from './comprehensions.js';
import { derive, taintsHere } from '../values/derive.js';
import {
  anyVariable,
  chosenVariable,
  someVariable,
  isEnvironment,
  withEnvironment,
  withRequest,
} from '../expressions/environment.js';
import { fillByCall } from '../values/filled.js';
import { assuming, certainly, choosing, decisionOf } from '../values/assumptions.js';
import { reasonOf } from '../values/reasons.js';
import { follow, returnPoint } from '../flow/deciding.js';
import { partOfRequest } from '../expressions/request-parts.js';
import type { Flow } from '../values/flow.js';
import { guarded, truthOf } from '../values/guards.js';
import { itemAt, moveItems } from '../values/list-items.js';
import type { CallEvent } from '../events.js';
import type { Arguments, Frame } from '../frame.js';
import type { Caller, Evaluator, FactStore, Machine } from '../machine.js';
import { isUnresolved } from '../calls/unique-methods.js';
import { mergeParts, factsHere } from '../values/merging.js';
import { isTrusted, lookedUp, noteDefaults } from '../expressions/membership.js';
import { iterate, noteYielded, partOfList } from '../values/objects.js';
import { certainTruth } from '../flow/changing.js';
import { awaited } from '../flow/pending.js';
import { augmented, evaluateOperation } from '../expressions/operations.js';
import { specialResult } from '../expressions/special-methods.js';
import { SanitizedFor } from '../values/taint.js';
import { listLiteral, objectLiteral } from '../expressions/literals.js';
import { concatenate, emitText } from '../expressions/texts.js';
import { COMPUTED, worstMember } from '../values/external-values.js';
import {
  constantOf,
  constantValue,
  externalValue,
  join,
  joinAll,
  pathsOf,
  targetValue,
  UNKNOWN,
  type Closure,
  type Scalar,
  type Value,
} from '../values/value.js';

type Index = Extract<Expression, { kind: 'index' }>;

type Evaluate<Kind extends Expression['kind']> = (
  node: Extract<Expression, { kind: Kind }>,
  frame: Frame,
  machine: Machine,
) => Value;

/** JavaScript's `super(…)` runs the constructor of the base class. */
function constructBases(bases: Value, args: Arguments, frame: Frame, node: Call, machine: Caller): void {
  for (const { class: info } of bases.objects) {
    const constructor = info && constructorOf(info);
    if (constructor) machine.run(constructor, args, frame, node, frame.self);
  }
}

const isOurs = ({ targets }: Value): boolean => targets.some(({ kind }) => kind === 'closure');

/**
 * A method of a value. Once all classes are defined, a name that only one class has resolves to its method if nothing
 * else is known about the receiver.
 */
function methodOf(
  receiver: Value,
  name: string,
  frame: Frame,
  lines: Lines,
  machine: Caller & Evaluator,
): Value {
  const method = machine.member(receiver, name, frame, lines);
  if (frame.entry.kind === 'module' || !isUnresolved(receiver) || !isUnresolved(method)) return method;
  return machine.uniqueMethod(name) ?? method;
}

/** The callee of `object[name](…)`; that its name is computed is emitted as a call of `[]` on the object. */
function computedCallee(target: Index, node: Call, frame: Frame, machine: Machine): Value {
  const object = machine.evaluate(target.object, frame);
  const key = machine.evaluate(target.index, frame);
  const callee = elementOf(target, object, key, frame, machine);
  if (key.taints.length > 0) {
    const given = { positional: [key], named: new Map<string, Value>() };
    machine.emit({
      kind: 'call',
      frame,
      node,
      callee,
      names: [COMPUTED],
      receiver: object,
      arguments: given,
    });
  }
  return callee;
}

function evaluateCall(node: Call, frame: Frame, machine: Machine): Value {
  const { callee: target } = node;
  const receiver = target.kind === 'member' ? machine.evaluate(target.object, frame) : undefined;
  const callee =
    receiver && target.kind === 'member'
      ? methodOf(receiver, target.property, frame, target, machine)
      : target.kind === 'index'
        ? computedCallee(target, node, frame, machine)
        : machine.evaluate(target, frame);
  const [template] = node.arguments;
  const args =
    node.tagged && template && isOurs(callee)
      ? taggedArguments(template.value, frame, machine)
      : readArguments(node.arguments, frame, machine);
  if (receiver && target.kind === 'member') fillByCall(receiver, target.property, args, frame);
  if (target.kind === 'name' && target.name === 'super' && frame.owner) {
    if (frame.scope.traits.superIsObject) return callee;
    constructBases(callee, args, frame, node, machine);
  }
  const names = pathsOf(callee);
  const event: CallEvent = {
    kind: 'call',
    frame,
    node,
    callee,
    names,
    method: target.kind === 'member' ? target.property : undefined,
    receiver,
    arguments: args,
  };
  noteUnresolved(event, machine);
  const result = machine.call(event);
  noteDefaults(names, result, frame);
  if (receiver && target.kind === 'member') moveItems(receiver, target.property);
  return result;
}

function assign(node: Assign, frame: Frame, machine: Machine): Value {
  let value = machine.evaluate(node.value, frame);
  const { target, operator } = node;
  // `_, _ = f()` of Go: the error is ignored.
  if (target.kind === 'items' && target.items.length > 0 && target.items.every((item) => !item)) {
    const tried = [
      { kind: 'expression', line: node.line, endLine: node.endLine, expression: node.value } as const,
    ];
    machine.emit({ kind: 'catch', frame, lines: node, tried, types: [], handling: [] });
  }
  if (operator !== undefined) {
    const before =
      target.kind === 'target'
        ? machine.evaluate(target.expression, frame)
        : target.kind === 'bind'
          ? machine.lookup(target.name, frame)
          : UNKNOWN;
    value = augmented(node, before, value, frame, machine);
  }
  machine.bind(target, bound(target, node.value, value, frame, machine), frame, false);
  return value;
}

const text: Evaluate<'text'> = (node: Text, frame, machine) => {
  const parts = node.parts.map((part) => machine.evaluate(part, frame));
  return emitText(concatenate(parts, frame, machine), frame, node, machine);
};

/** An element by an index that is not a constant name. */
const index: Evaluate<'index'> = (node, frame, machine) => {
  const object = machine.evaluate(node.object, frame);
  const value = elementOf(node, object, machine.evaluate(node.index, frame), frame, machine);
  // What is missing has no elements.
  return object.assumed && !value.assumed && certainly(object.assumed.value) === false
    ? assuming(value, null, reasonOf(object.assumed))
    : value;
};

function elementOf(node: Index, object: Value, key: Value, frame: Frame, machine: Machine): Value {
  const annotation = annotationValue(node, object, frame, machine);
  if (annotation) return annotation;
  const special = specialResult(object, 'indexed', [key], frame, node, machine);
  if (special) return special;
  const constant = constantOf(key);
  if (typeof constant === 'string') return machine.member(object, constant, frame, node);
  if (isEnvironment(object, frame.scope) && !key.constants) {
    chosenVariable(node, object, key, frame, machine);
    return anyVariable;
  }
  if (typeof constant === 'number') {
    // The result of an external call may be a URL, with this as its host part.
    const isGiven = object.targets.some(({ kind }) => kind === 'external');
    return itemAt(object, constant, isGiven ? SanitizedFor.URL : 0, frame, machine);
  }
  if (key.constants && key.constants.length > 1)
    return joinAll(
      key.constants.map((each) =>
        typeof each === 'number'
          ? itemAt(object, each, 0, frame, machine)
          : machine.member(object, String(each), frame, node),
      ),
    );
  const item = iterate(object, frame, machine);
  if (isEnvironment(item, frame.scope)) chosenVariable(node, item, key, frame, machine);
  const some = someVariable(item, frame);
  return worstMember(object, frame.scope) ?? found(some, object, key, frame, machine);
}

/** What an object that the program made holds under an unknown key; a hit implies that the key is one of the program's own. */
function found(value: Value, object: Value, key: Value, frame: Frame, machine: FactStore): Value {
  if (object.objects.length === 0 && object.taints.length === 0) return value;
  if (!isTrusted(object)) return value;
  const guards = lookedUp(key, object, frame);
  if (frame.scope.traits.missingKeysRaise) {
    machine.learn(guards.whenTrue, frame);
    return value;
  }
  const { constants } = value;
  return guarded({ ...value, ...(constants?.length === 1 && { constants: [...constants, null] }) }, guards);
}

/** Longer texts are no keys or passwords. */
const MAX_LITERAL = 200;

/** A constant with the location of a short text. */
function writtenConstant(
  { value, line }: Extract<Expression, { kind: 'constant' }>,
  { module: file }: Frame,
): Value {
  const constant = constantValue(value);
  return typeof value === 'string' && value.length > 2 && value.length <= MAX_LITERAL
    ? { ...constant, literals: [{ text: value, file, line }] }
    : constant;
}

/** The parts of constant texts between known bounds; a third bound is a step. */
const partOfTexts = (
  { constants }: Value,
  bounds: readonly (Scalar | undefined)[],
): readonly Scalar[] | undefined => {
  const [from = 0, to, ...others] = bounds.map((bound) => bound ?? undefined);
  const isKnown = typeof from === 'number' && (to === undefined || typeof to === 'number');
  return isKnown && others.length === 0 && constants?.every((each) => typeof each === 'string') === true
    ? constants.map((each) => each.slice(from, to))
    : undefined;
};

/** A part this short identifies whose secret it is, but does not reveal it. */
const SHORT = 8;

/** Whether the slice `text[from:to]` is short. */
function isShort([from, to]: readonly (Scalar | undefined)[]): boolean {
  if (typeof to === 'number' && to >= 0) return to - (typeof from === 'number' ? from : 0) <= SHORT;
  return to === undefined && typeof from === 'number' && from < 0 && -from <= SHORT;
}

/** How each kind of expression is evaluated. */
export const EVALUATE: { readonly [Kind in Expression['kind']]: Evaluate<Kind> } = {
  constant: writtenConstant,
  name: (node, frame, machine) => withEnvironment(machine.lookup(node.name, frame), frame, node, machine),
  member: (node, frame, machine) => {
    const object = machine.evaluate(node.object, frame);
    const value = partOfRequest(
      machine.member(object, node.property, frame, node),
      object,
      node,
      frame,
      machine,
    );
    return withRequest(value, frame, node, machine);
  },
  index,
  slice: (node, frame, machine) => {
    const object = machine.evaluate(node.object, frame);
    const bounds = node.bounds.map((bound) => constantOf(machine.evaluate(bound, frame)));
    const how =
      isShort(bounds) && frame.scope.traits.slicesTexts ? { sanitizedFor: SanitizedFor.SECRET } : {};
    const { objects } = partOfList(object, bounds, frame, machine);
    const { constants: _, ...rest } = { ...object, ...derive(object, frame, machine, how) };
    const constants = partOfTexts(object, bounds);
    return { ...rest, ...(constants && { constants }), objects, targets: [] };
  },
  call: evaluateCall,
  text,
  operation: evaluateOperation,
  choice: (node, frame, machine) => {
    const test = machine.evaluate(node.test, frame);
    const established = truthOf(test, machine);
    const decision = decisionOf(test, frame.scope.run);
    const base = frame.scope.flow;
    const ends: Flow<Value>[] = [];
    const branch = (side: Expression, facts: 'whenTrue' | 'whenFalse'): Value => {
      frame.scope.flow = base.fork();
      follow(frame, decision, facts === 'whenTrue');
      if (established) machine.learn(established[facts], frame);
      const { alive } = frame;
      const value = machine.evaluate(side, frame);
      const taints = taintsHere(value, frame);
      ends.push(frame.scope.flow);
      frame.scope.flow = base;
      frame.alive = alive;
      return taints === value.taints ? value : { ...value, taints };
    };
    const constant = certainTruth(test);
    if (constant !== undefined) {
      const value = constant ? branch(node.then, 'whenTrue') : branch(node.otherwise, 'whenFalse');
      mergeParts(base, ends);
      return value;
    }
    const [then, otherwise] = [branch(node.then, 'whenTrue'), branch(node.otherwise, 'whenFalse')];
    mergeParts(base, ends);
    const value = join(then, otherwise);
    return decision ? choosing(value, [decision.truth ? then : otherwise], decision) : value;
  },
  object: objectLiteral,
  list: listLiteral,
  function: (node, frame, machine) => {
    const closure: Closure = {
      kind: 'closure',
      function: node.function,
      scope: frame.scope,
      ...(node.function.arrow && frame.self && { self: frame.self }),
      ...(node.function.arrow && frame.owner && { owner: frame.owner }),
    };
    machine.registerClosure(closure);
    return targetValue(closure);
  },
  class: (node, frame, machine) => machine.defineClass(node.class, frame),
  assign,
  comprehension,
  regex: (node) => ({
    ...externalValue('RegExp()'),
    regex: { pattern: node.pattern, flags: node.flags },
  }),
  sequence: (node, frame, machine) =>
    node.expressions.reduce<Value>((_, each) => machine.evaluate(each, frame), UNKNOWN),
  await: (node, frame, machine) => awaited(machine.evaluate(node.value, frame), frame, machine),
  yield: (node, frame, machine) => {
    const value = node.value ? machine.evaluate(node.value, frame) : UNKNOWN;
    noteYielded(value, frame);
    frame.returns.push({ value, facts: factsHere(frame), ...returnPoint(frame) });
    return UNKNOWN;
  },
  cast: (node, frame, machine) => machine.typed(machine.evaluate(node.value, frame), node.type, frame),
  unknown: (node, frame, machine) => {
    const parts = node.parts.map((part) => machine.evaluate(part, frame));
    return parts.length === 0 ? UNKNOWN : { ...UNKNOWN, taints: joinAll(parts).taints };
  },
};
