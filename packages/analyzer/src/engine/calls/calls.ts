import { digest } from '../values/digest.js';
import { memoByName } from '../../common/memo.js';
import type { FunctionDefinition, Lines, Parameter } from '../../ir/program.js';
import { nodesOf } from '../../ir/walk.js';
import { resultTargets } from '../values/external-values.js';
import { derive, taintsHere } from '../values/derive.js';
import type { CallEvent } from '../events.js';
import type { Arguments, Frame } from '../frame.js';
import type { Caller, Evaluator, ValueFactory } from '../machine.js';
import { findMethod } from '../expressions/members.js';
import { apart } from '../values/merging.js';
import { iterate, sizeOf, taintsWithin } from '../values/objects.js';
import { assumptionsAt } from '../flow/deciding.js';
import { Assumption } from '../values/reasons.js';
import { stateOf } from '../values/state.js';
import {
  Doubt,
  joinTaints,
  SanitizedFor,
  sanitize,
  someOf,
  stepTaints,
  type Taint,
} from '../values/taint.js';
import {
  join,
  joinAll,
  objectValue,
  UNKNOWN,
  type ClassInfo,
  type Closure,
  type HeapObject,
  type Value,
} from '../values/value.js';

/** The maximum depth of calls followed from an entry. */
const MAX_CALL_DEPTH = 12;
/** Short functions are followed deeper: those at the end of a chain often check what is used there. */
const MORE_DEPTH = 4;
/** The most expressions and statements of a short function. */
const SHORT = 60;

/** The depth up to which a function is followed. One that is written where it is called belongs to the function around it. */
export const depthOf = (definition: FunctionDefinition, isWithin: boolean): number =>
  MAX_CALL_DEPTH + (isWithin ? 1 : 0) + (nodesOf(definition).length <= SHORT ? MORE_DEPTH : 0);

/** All argument values of a call. */
export function argumentValues({ positional, named, spread }: Arguments): readonly Value[] {
  // Most calls have neither named nor spread arguments.
  if (named.size === 0) return spread ? [...positional, spread] : positional;
  return [...positional, ...named.values(), ...(spread ? [spread] : [])];
}

/** The joined taints of the arguments and the receiver of a call. */
export function inflow(event: CallEvent): readonly Taint[] {
  const { receiver, frame } = event;
  return argumentValues(event.arguments).reduce<readonly Taint[]>(
    (all, value) => joinTaints(all, taintsWithin(value, frame, 2)),
    receiver ? taintsHere(receiver, frame) : [],
  );
}

/** Runs the functions among the arguments of an unknown call: it may call them with values that it holds. */
export function runCallbacks(event: CallEvent, given: Value, machine: Caller): Value {
  let result = UNKNOWN;
  for (const value of argumentValues(event.arguments))
    for (const target of value.targets)
      if (target.kind === 'closure') {
        const count = target.function.parameters.length;
        const positional = Array.from({ length: count }, () => given);
        // They may run at any time or never, so their checks do not hold for the code that follows.
        const { result: returned } = apart(event.frame, () =>
          machine.run(target, { positional, named: new Map() }, event.frame, event.node),
        );
        result = join(result, returned);
      }
  return result;
}

/** The value of a parameter, taken from the arguments of a call. */
function argumentFor(
  parameter: Parameter,
  index: number,
  args: Arguments,
  frame: Frame,
  machine: ValueFactory,
): Value | undefined {
  const { pattern, rest } = parameter;
  const { positional, named, spread } = args;
  if (rest === 'list') {
    const items = positional.slice(index);
    const object: HeapObject = {
      id: machine.newId(),
      fields: new Map(),
      items,
      ...(spread && { rest: joinAll([...items, spread]) }),
    };
    (frame.scope.made ??= new Map<object, HeapObject>()).set(parameter, object);
    return objectValue(object);
  }
  if (rest === 'map') {
    const object: HeapObject = {
      id: machine.newId(),
      fields: new Map(named),
      ...(spread && { rest: spread }),
    };
    return objectValue(object);
  }
  const value = (pattern.kind === 'bind' ? named.get(pattern.name) : undefined) ?? positional[index];
  return value ?? (spread ? iterate(spread, frame, machine) : undefined);
}

/** Binds the parameters of a function in the frame of its run. */
export function bindParameters(
  closure: Closure,
  args: Arguments,
  frame: Frame,
  lines: Lines,
  machine: Evaluator & ValueFactory,
): void {
  const { parameters, name, receiver } = closure.function;
  // Go's `func (s *Store) read()`: the receiver.
  if (receiver)
    machine.bind(receiver.pattern, frame.self ?? machine.typed(UNKNOWN, receiver.type, frame), frame, true);
  const message = `passed to ${name === '' ? 'a function' : `\`${name}\``}`;
  const from = frame.caller?.module ?? frame.module;
  parameters.forEach((parameter, index) => {
    const value = argumentFor(parameter, index, args, frame, machine);
    const initial = parameter.default && !value ? machine.evaluate(parameter.default, frame) : undefined;
    const known = value ?? initial ?? UNKNOWN;
    const typed = parameter.rest ? known : machine.typed(known, parameter.type, frame);
    const taints = stepTaints(typed.taints, from, lines.line, message, closure);
    machine.bind(parameter.pattern, taints === typed.taints ? typed : { ...typed, taints }, frame, true);
  });
}

/** `f.bind(self, …values)`: the bound values come first. */
export const withBound = ({ bound = [] }: Closure, args: Arguments): Arguments =>
  bound.length === 0 ? args : { ...args, positional: [...bound, ...args.positional] };

/** Python passes a method's `self` as the first parameter. */
export function withSelf(closure: Closure, args: Arguments, self: Value | undefined): Arguments {
  const { parameters, static: isStatic, kind } = closure.function;
  const [first] = parameters;
  const named = first?.pattern.kind === 'bind' ? first.pattern.name : '';
  const takesSelf = kind !== 'function' && !isStatic && (named === 'self' || named === 'cls');
  return self && takesSelf ? { ...args, positional: [self, ...args.positional] } : args;
}

/** The number of values within the arguments of a call. */
export const argumentsSize = (args: Arguments): number =>
  argumentValues(args).reduce((sum, value) => sum + sizeOf(value), 0);

/** The assumptions that matter for who may send requests. */
const OF_CLIENT = Assumption.ANONYMOUS | Assumption.FOREIGN;

/** What is known of the client at a call: the same function runs for anybody, or only for some. */
function clientKey(frame: Frame): string {
  if (frame.entry.kind !== 'route') return '';
  const { excluded, decided } = assumptionsAt(frame);
  return ((excluded | decided) & OF_CLIENT) === 0 ? '' : `?${excluded & OF_CLIENT}.${decided & OF_CLIENT}`;
}

/** The call context: a text that identifies a run of a function. */
export function runKey(closure: Closure, args: Arguments, self: Value | undefined, frame: Frame): string {
  const { function: definition, scope } = closure;
  const { run } = scope;
  const here = (value: Value): string =>
    run.shortened(digest({ ...value, taints: taintsHere(value, frame) }, run));
  const named = [...args.named].map(([name, value]) => `${name}=${here(value)}`);
  return [
    `${scope.id}:${run.numberOf(definition)}`,
    ...args.positional.map(here),
    ...named,
    args.spread ? `*${here(args.spread)}` : '',
    self ? `@${self.objects.map(({ id }) => id).join()}${stateOf(self, run)}` : '',
    clientKey(frame),
  ].join('#');
}

/** The constructor of a class. */
export function constructorOf(info: ClassInfo): Closure | undefined {
  return findMethod(info, 'constructor') ?? findMethod(info, '__init__');
}

/** Which taints of the arguments flow into the result: a client constructed with a secret does not return it. */
const handedOn = ({ source }: Taint): boolean => source.kind !== 'secret' && source.kind !== 'environment';

/** The result of a call that is not followed: it may as well sanitize its arguments. */
export function notFollowed({ positional }: Arguments, frame: Frame, machine: ValueFactory): Value {
  const taints = positional.flatMap((value) => taintsWithin(value, frame, 1)).filter(handedOn);
  const doubted = sanitize(someOf([...new Set(taints)]), Doubt.NOT_FOLLOWED);
  return taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints: doubted, key: machine.newKey() };
}

/** Prefixes of method names that fetch something: their results do not contain their arguments. */
const FETCHING =
  /^(?:get|list|query|search|fetch|find|read|request|send|load|look|retrieve|download|select|count|describe|scan|crawl|scrape|browse|post|put|patch|delete|create|update|insert|execute|call|invoke|ask|chat|complete|generate|one|all|first|receive|poll|pull|show|view|export|scroll|aggregate|lookup)(?:$|[A-Z_\d])/u;
/** Words in the names of such methods that convert their arguments after all. */
const CONVERTING = /string|text|quote|escape|encode|decode|format|normali[sz]e|path/iu;
// Go's methods start with a capital letter.
const isFetching = memoByName(
  (name) => FETCHING.test(name.charAt(0).toLowerCase() + name.slice(1)) && !CONVERTING.test(name),
);

/**
 * Whether a method fetches something through an object of a library, such as the client of a service: it returns data
 * from there.
 */
const isOfClient = ({ receiver, method = '' }: CallEvent): boolean =>
  receiver?.taints.length === 0 &&
  receiver.targets.length > 0 &&
  receiver.targets.every((target) => target.kind === 'external' && target.path.includes('()')) &&
  isFetching(method);

/** What the answer of a service is not: the arguments, perhaps; an address in it is one that the service has chosen. */
const ANSWERED = Doubt.NOT_FOLLOWED | SanitizedFor.URL;

/** The result of an unknown call: everything that flows in may flow out, except secrets. */
export function unknownResult(event: CallEvent, machine: Caller & ValueFactory): Value {
  const flown = inflow(event).filter(handedOn);
  const taints = isOfClient(event) ? sanitize(flown, ANSWERED) : flown;
  const given = taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints, key: machine.newKey() };
  runCallbacks(event, given, machine);
  const made = { ...UNKNOWN, taints, key: machine.newKey() };
  // Template tags bind their values: sql`… ${name}`.
  const bound = event.node.tagged ? SanitizedFor.SQL : 0;
  const result = derive(made, event.frame, machine, { sanitizedFor: SanitizedFor.SECRET | bound });
  return { ...result, targets: resultTargets(event) };
}
