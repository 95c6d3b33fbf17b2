import type { CallEvent } from '../../../engine/events.js';
import type { Machine, ValueFactory } from '../../../engine/machine.js';
import { objectValue, pathsOf, type Closure, type Value } from '../../../engine/values/value.js';
import { lastNameOf } from '../../../ir/walk.js';
import { closuresOf } from '../../../models/callbacks.js';
import { fieldAmong } from '../../../models/model.js';
import type { SurfaceCollector } from '../../../surface/surface-collector.js';
import { noteOfferedTool, offeredTool, type OfferedTool } from '../../../surface/offered-tools.js';

/** Registers a tool and its handler; `alone` for a handler that gets its arguments instead of the request. */
type Handle = (tool: Value, closure: Closure, alone: boolean) => void;

/** Whether a handler gets the arguments of the tool, not the request of the protocol. */
const takesArguments = ({ function: { parameters } }: Closure): boolean =>
  parameters.length < 3 &&
  !parameters.some(({ type }) => type && /CallToolRequest|ServerRequest/u.test(lastNameOf(type)));

/** A tool of one of the protocol's libraries. */
const isTool = (value: Value): boolean =>
  value.objects.some(({ path }) => path?.endsWith('/mcp.Tool()') === true) ||
  pathsOf(value).some((path) => path.endsWith('/mcp.Tool()'));

/** A declared tool beside a function, or in a struct with one: `kit.Register(mcp.NewTool(…), run)`. */
function declared({ arguments: { positional } }: CallEvent): { tool: Value; handler: Value } | undefined {
  const tool = positional.find(isTool);
  const handler = positional.findLast((value) => closuresOf(value).length > 0);
  if (tool && handler) return { tool, handler };
  for (const { objects } of positional)
    for (const { fields } of objects) {
      const values = [...fields.values()];
      const inner = values.find(isTool);
      const function_ = values.find((value) => closuresOf(value).length > 0);
      if (inner && function_) return { tool: inner, handler: function_ };
    }
  return undefined;
}

/** The fields of a tool under the names of the protocol's libraries. */
function asTool({ name, description, schema }: OfferedTool, machine: ValueFactory): Value {
  const fields = new Map([['Name', name]]);
  if (description) fields.set('Description', description);
  if (schema) fields.set('InputSchema', schema);
  return objectValue({ id: machine.newId(), fields });
}

/** A struct of a type that is named after tools: `toolkit.Tool{Name: …, Handler: run}`. */
const namesTool = (value: Value): boolean =>
  value.objects.some(({ path, class: info }) => /tool/iu.test(path ?? info?.definition.name ?? '')) &&
  fieldAmong(value, 'Name') !== undefined;

/** Tools that a call hands to another package, which registers them: a wrapper of a server. */
export function offered(event: CallEvent, machine: Machine, surface: SurfaceCollector, handle: Handle): void {
  // What the package's own functions do with a tool is followed.
  if (event.callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class')) return;
  const known = declared(event);
  if (known) {
    for (const closure of closuresOf(known.handler)) handle(known.tool, closure, takesArguments(closure));
    return;
  }
  const among = (): Value | undefined =>
    event.arguments.positional.findLast((value) => closuresOf(value).length > 0);
  const tool = offeredTool(event, among, event.arguments.positional.some(namesTool));
  if (!tool) return;
  noteOfferedTool(event, tool, machine, surface, () => {
    for (const closure of closuresOf(tool.handler))
      handle(asTool(tool, machine), closure, takesArguments(closure));
  });
}
