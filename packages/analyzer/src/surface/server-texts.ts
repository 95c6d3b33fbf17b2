import type { CallEvent } from '../engine/events.js';
import { textOf, type Value } from '../engine/values/value.js';
import { memoByName } from '../common/memo.js';
import type { SurfaceCollector } from './surface-collector.js';
import type { ServerText } from './surface.js';

/** Constructors of servers, which take the instructions. */
const SERVERS = /(?:^|[./])(?:McpServer|Server|FastMCP|MCPServer|NewMCPServer|NewServer)$/u;
const INSTRUCTIONS = ['instructions', 'Instructions'];
/** Types and functions that describe prompts and resources. */
const DESCRIBED: readonly (readonly [RegExp, ServerText['kind']])[] = [
  [/(?:^|[./])(?:Prompt|PromptArgument|PromptMessage)$/u, 'prompt'],
  [/(?:^|[./])(?:Resource|ResourceTemplate|FunctionResource|TextResource)$/u, 'resource'],
];
/** Options of Go's mcp-go, whose first argument is the text. */
const OPTIONS: readonly (readonly [RegExp, ServerText['kind']])[] = [
  [/mcp-go\/server\.WithInstructions$/u, 'instructions'],
  [/mcp-go\/mcp\.(?:WithPromptDescription|ArgumentDescription)$/u, 'prompt'],
  [/mcp-go\/mcp\.With(?:Resource|Template)Description$/u, 'resource'],
];

const kindOf = (name: string, kinds: typeof OPTIONS): ServerText['kind'] | undefined =>
  kinds.find(([pattern]) => pattern.test(name))?.[1];

/** What a call to a function declares about a server. */
const descriptionOf = memoByName((name) => ({
  instructs: SERVERS.test(name),
  described: kindOf(name, DESCRIBED),
  option: kindOf(name, OPTIONS),
}));

/** Whether a call to a function declares a text of a server. */
export function describesServer(name: string): boolean {
  const { instructs, described, option } = descriptionOf(name);
  return instructs || described !== undefined || option !== undefined;
}

/** The possible strings of a value; for a concatenation, its known parts. */
export function textsOf(value: Value | undefined): readonly string[] {
  if (!value) return [];
  if (value.constants) return value.constants.filter((each) => typeof each === 'string');
  if (!value.parts) return value.texts ?? [];
  return [
    value.parts.map((part) => textOf(part) ?? part.texts?.join(' ') ?? ' … ').join(''),
    ...(value.texts ?? []),
  ];
}

/** A field of the objects among a call's arguments, or the argument of that name, with its line. */
function* args(
  { arguments: { named, positional }, node }: CallEvent,
  field: string,
): Generator<readonly [Value, number]> {
  const value = named.get(field);
  const argument = node.arguments.find(({ name }) => name === field);
  if (value) yield [value, argument?.value.line ?? node.line];
  for (const { objects } of positional)
    for (const { fields, lines } of objects) {
      const inner = fields.get(field);
      if (inner) yield [inner, lines?.get(field) ?? node.line];
    }
}

/** Collects the texts that a server declares besides its tools: instructions, descriptions of prompts and resources. */
export function serverTexts(event: CallEvent, surface: SurfaceCollector): void {
  const { names, frame, node, method = '' } = event;
  const add = (kind: ServerText['kind'], name: string, value: Value, line: number): void => {
    for (const text of textsOf(value)) surface.addText({ kind, name, text, file: frame.module, line });
  };
  const called = (): string => {
    const [first] = [...args(event, 'name'), ...args(event, 'uri')];
    return textOf(first?.[0]) ?? textOf(event.arguments.positional[0]) ?? '';
  };
  for (const name of names) {
    const { instructs, described, option } = descriptionOf(name);
    if (instructs)
      for (const field of INSTRUCTIONS)
        for (const [value, line] of args(event, field)) add('instructions', '', value, line);
    if (described)
      for (const [value, line] of args(event, 'description')) add(described, called(), value, line);
    const [first] = event.arguments.positional;
    if (option && first) add(option, '', first, node.arguments[0]?.value.line ?? node.line);
  }
  if (method === 'registerResource' || method === 'resource')
    for (const [value, line] of args(event, 'description')) add('resource', called(), value, line);
}
