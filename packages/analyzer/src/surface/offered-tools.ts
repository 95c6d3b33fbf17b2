import type { CallEvent } from '../engine/events.js';
import type { Machine } from '../engine/machine.js';
import { textOf, type Value } from '../engine/values/value.js';
import type { Expression } from '../ir/program.js';
import { memoByName } from '../common/memo.js';
import { fieldOf } from '../models/model.js';
import { closuresOf } from '../models/callbacks.js';
import { isSchema } from './schemas.js';
import type { SurfaceCollector } from './surface-collector.js';
import names from './names.json' with { type: 'json' };

const { nameFields, descriptionFields, schemaFields, handlerFields } = names.offeredTools;
/** A name that a protocol message may carry. */
const NAME = /^[A-Za-z][\w.:/-]{0,63}$/u;
const TOOL = /tool/iu;

/** The parts of a tool among the arguments of a call. */
export interface OfferedTool {
  readonly name: Value;
  readonly description?: Value;
  readonly schema?: Value;
  readonly handler: Value;
}

const mentionsTools = memoByName((name) => TOOL.test(name));

/** Whether one of the names in a callee mentions tools: `tools`, or `toolRegistry` of `toolRegistry.register`. */
function isOfTools(callee: Expression): boolean {
  let each = callee;
  for (; each.kind === 'member'; each = each.object) if (mentionsTools(each.property)) return true;
  return each.kind === 'name' && mentionsTools(each.name);
}

const isText = (value: Value): boolean => /\s/u.test(textOf(value) ?? '');

/** A value by one of some names: as a named argument, or in an object among the arguments. */
function args({ arguments: { named, positional } }: CallEvent, fields: readonly string[]): Value | undefined {
  for (const field of fields) {
    const value = named.get(field) ?? positional.map((each) => fieldOf(each, field)).find((each) => each);
    if (value) return value;
  }
  return undefined;
}

const isFunction = (value: Value | undefined): boolean => closuresOf(value).length > 0;

/**
 * A tool recognized by what a call is given: a name, a function, and a description or schema, by a function or object whose name
 * mentions tools: `addToolWithAccess("read", …)`, `toolRegistry.register("read", …)`.
 * @param handlerAmong finds a handler among the positional arguments
 * @param isTool whether what the call is given says that it is a tool, whatever the callee is called
 */
export function offeredTool(
  event: CallEvent,
  handlerAmong: (event: CallEvent) => Value | undefined,
  isTool = false,
): OfferedTool | undefined {
  const { positional, named } = event.arguments;
  // Most calls are given too little, which is cheaper to see than how their callee is called.
  if (positional.length + named.size === 0) return undefined;
  if (!isTool && !isOfTools(event.node.callee)) return undefined;
  const name = args(event, nameFields) ?? positional.find((value) => NAME.test(textOf(value) ?? ''));
  if (!name || !NAME.test(textOf(name) ?? '')) return undefined;
  const contained = args(event, handlerFields);
  const handler = isFunction(contained) ? contained : handlerAmong(event);
  if (!handler) return undefined;
  const description = args(event, descriptionFields) ?? positional.find(isText);
  const schema =
    args(event, schemaFields) ??
    positional.find((value) => value.objects.some(({ fields }) => fields.size > 0) && isSchema(value));
  if (!description && !schema) return undefined;
  return { name, handler, ...(description && { description }), ...(schema && { schema }) };
}

/** Declares a tool that a call offers, unless the function that is called registers it. */
export function noteOfferedTool(
  event: CallEvent,
  offered: OfferedTool,
  machine: Machine,
  surface: SurfaceCollector,
  handle: () => void,
): void {
  const name = textOf(offered.name) ?? '';
  const { frame, node } = event;
  const lineOf = (value: Value | undefined): number | undefined => {
    const { positional, named } = event.arguments;
    const index = value ? positional.indexOf(value) : -1;
    const key = [...named].find(([, each]) => each === value)?.[0];
    const argument =
      key === undefined ? node.arguments[index] : node.arguments.find((each) => each.name === key);
    return argument?.value.line;
  };
  surface.offer({
    name,
    declare: () => {
      surface.declareTool({
        ...offered,
        descriptionLine: lineOf(offered.description) ?? node.line,
        file: frame.module,
        line: node.line,
      });
      handle();
    },
  });
}
