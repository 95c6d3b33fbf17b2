import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import type { Taint } from '../../engine/values/taint.js';
import type { Argument, Call, Expression, FunctionDefinition } from '../../ir/program.js';
import { callsWithin, lastNameOf, plain } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import type { Found } from '../../findings/found.js';

const callsOf = memoByNode(({ body }: FunctionDefinition): readonly Call[] => callsWithin(body));

/** The index of the parameter that an expression is; -1 for anything else. */
const parameterIndex = (expression: Expression | undefined, { parameters }: FunctionDefinition): number => {
  const value = expression && plain(expression);
  if (value?.kind !== 'name') return -1;
  return parameters.findIndex(({ pattern }) => pattern.kind === 'bind' && pattern.name === value.name);
};

/** The lines at which a flow was passed from one function to another. */
function linesPassed(taint: Taint): ReadonlySet<string> {
  const lines = new Set<string>();
  for (let step: Taint['last'] | undefined = taint.last; step; step = step.previous)
    lines.add(`${step.file}:${step.line}`);
  return lines;
}

/** The argument of a call that a parameter of a function is bound to. */
function argumentFor(call: Call, index: number, { parameters }: FunctionDefinition): Argument | undefined {
  const [first] = parameters;
  const parameter = parameters[index]?.pattern;
  const name = parameter?.kind === 'bind' ? parameter.name : '';
  const isMethod = first?.pattern.kind === 'bind' && /^(?:self|cls)$/u.test(first.pattern.name);
  return call.arguments.find((each) => each.name === name) ?? call.arguments[isMethod ? index - 1 : index];
}

/** The call in a function by which it ran the function of an inner frame; undefined if it is not certain. */
function callOf({ name }: FunctionDefinition, caller: Frame, passed: ReadonlySet<string>): Call | undefined {
  if (!caller.function || name === '') return undefined;
  const calls = callsOf(caller.function).filter(({ callee }) => lastNameOf(callee) === name);
  const [only, ...others] =
    calls.length > 1 ? calls.filter(({ line }) => passed.has(`${caller.module}:${line}`)) : calls;
  return others.length === 0 ? only : undefined;
}

/**
 * Where a value was put together that a helper of the project only hands on to a library: the helper has done nothing
 * with its parameter, and the fault is in its caller.
 * @param given the argument that the library gets
 */
export function handedOver(
  event: CallEvent,
  given: Expression | undefined,
  taint: Taint,
): Pick<Found, 'at' | 'lines' | 'taint'> | undefined {
  const passed = linesPassed(taint);
  let { frame }: { frame: Frame } = event;
  let expression = given;
  let call: Call | undefined;
  for (;;) {
    const { function: helper, caller } = frame;
    const index = helper && caller?.function ? parameterIndex(expression, helper) : -1;
    const next = helper && caller && index >= 0 ? callOf(helper, caller, passed) : undefined;
    if (!helper || !caller || !next) break;
    call = next;
    frame = caller;
    expression = argumentFor(next, index, helper)?.value;
  }
  if (!call) return undefined;
  const message = `\`${event.frame.function?.name ?? ''}\` hands it on`;
  const last = { file: event.frame.module, line: event.node.line, message, previous: taint.last };
  return { at: frame, lines: call, taint: { ...taint, last } };
}
