import type { CallEvent, Entry, Frame, Machine } from '../engine/machine.js';
import { ALL_ARGUMENTS } from '../engine/taint.js';
import {
  constantOf,
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type Closure,
  type HeapObject,
  type Value,
} from '../engine/value.js';
import type { FunctionDefinition } from '../ir/program.js';
import { closuresOf } from '../models/callbacks.js';
import { isSchema, parametersOf, validated } from './schemas.js';
import type { Listening, Registered, ServerText, Tool, ToolParameter } from './surface.js';

/** The location where an object is created. */
export type Made = Pick<CallEvent, 'frame' | 'node'>;

/** The parts of an object that declares a tool. */
export interface ToolParts {
  readonly handler?: Value;
  readonly schema?: Value;
}

/** A tool declaration; missing fields are unknown. */
interface ToolDeclaration {
  readonly name: Value;
  readonly description?: Value;
  readonly descriptionLine?: number;
  readonly schema?: Value;
  readonly parameters?: readonly ToolParameter[];
  readonly annotations?: Value;
  readonly handler?: Value;
  readonly file: string;
  readonly line: number;
}

/** The text of a description, joined from all its possible values. */
function allText(value: Value | undefined): string | undefined {
  if (!value) return undefined;
  if (value.constants) return value.constants.map(String).join('\n');
  const parts = value.parts?.flatMap(({ constants }) => constants?.map(String) ?? []);
  return parts && parts.length > 0 ? parts.join('') : undefined;
}

function annotationsOf(value: Value | undefined): Map<string, boolean> {
  const all = new Map<string, boolean>();
  for (const { fields } of value?.objects ?? [])
    for (const [name, field] of fields) {
      const constant = constantOf(field);
      if (typeof constant === 'boolean') all.set(name, constant);
    }
  return all;
}

/** Collects the interface that the server declares while its code runs, and registers its handlers. */
export class SurfaceCollector {
  private readonly tools = new Map<string, Tool>();
  private readonly texts = new Map<string, ServerText>();
  private readonly listening: Listening[] = [];
  private readonly handledFunctions = new Set<FunctionDefinition>();
  private readonly ofResources = new Set<FunctionDefinition>();
  private readonly dispatchers = new Map<FunctionDefinition, Closure>();
  private contexts: Value | undefined;

  /** Adds a tool, one per declaring location; later declarations fill in missing fields. */
  declareTool(declared: ToolDeclaration): void {
    const names = declared.name.constants?.map(String) ?? [''];
    const name = names.length === 1 ? (names[0] ?? '') : '';
    const key = name === '' ? `${declared.file}:${declared.line}` : name;
    const known = this.tools.get(key);
    const description = allText(declared.description);
    const parameters = declared.parameters ?? (declared.schema ? parametersOf(declared.schema) : []);
    const [handler] = closuresOf(declared.handler);
    const typed = declared.parameters !== undefined || (declared.schema ? isSchema(declared.schema) : false);
    const isFuller = (known?.description ?? '') === '' && description !== undefined;
    this.tools.set(key, {
      name,
      ...((description ?? known?.description) !== undefined && {
        description: isFuller || !known ? (description ?? '') : (known.description ?? ''),
      }),
      dynamicDescription:
        (known?.dynamicDescription ?? false) ||
        (declared.description !== undefined &&
          declared.description.constants?.length !== 1 &&
          declared.description !== UNKNOWN),
      parameters: parameters.length > 0 ? parameters : (known?.parameters ?? []),
      typed: typed || (known?.typed ?? false),
      annotations: new Map([...(known?.annotations ?? []), ...annotationsOf(declared.annotations)]),
      file: known && !isFuller ? known.file : declared.file,
      line: known && !isFuller ? known.line : declared.line,
      descriptionLine:
        known && !isFuller ? known.descriptionLine : (declared.descriptionLine ?? declared.line),
      ...((handler ?? known?.handler) && { handler: handler ?? known?.handler }),
    } as Tool);
  }

  addText(text: ServerText): void {
    this.texts.set(`${text.kind} ${text.name} ${text.file}:${text.line}`, text);
  }

  addListening(listening: Listening): void {
    const { transport, file, line } = listening;
    const known = this.listening.findIndex(
      (each) => each.transport === transport && each.file === file && each.line === line,
    );
    if (known === -1) this.listening.push(listening);
    // One line may start several servers: an option of one applies to all.
    else if (listening.tls === false && this.listening[known]?.tls === true)
      this.listening[known] = { ...this.listening[known], tls: false };
  }

  /** The value of the context argument of handlers. */
  get context(): Value | undefined {
    return this.contexts;
  }

  addContext(context: Value): void {
    this.contexts = this.contexts ? join(this.contexts, context) : context;
  }

  /** Registers a function of the package as a handler that clients reach. */
  handle(
    kind: Entry['kind'],
    name: string,
    handler: Value,
    values: readonly Value[],
    machine: Machine,
    named: ReadonlyMap<string, Value> = new Map(),
  ): void {
    for (const closure of closuresOf(handler)) {
      if (kind === 'resource') this.ofResources.add(closure.function);
      if (kind === 'tool' && name === '') this.dispatchers.set(closure.function, closure);
      machine.register({
        entry: { kind, name },
        closure,
        arguments: { positional: values, named },
        ...(closure.self && { self: closure.self }),
      });
    }
  }

  /** Whether a handler was registered for a resource. */
  isOfResource(handler: Value): boolean {
    return closuresOf(handler).some((closure) => this.ofResources.has(closure.function));
  }

  /** Registers a handler unless its function was registered before. */
  handleOnce(
    closure: Closure,
    name: string,
    handler: Value,
    values: readonly Value[],
    machine: Machine,
  ): void {
    if (this.handledFunctions.has(closure.function)) return;
    this.handledFunctions.add(closure.function);
    this.handle('tool', name, handler, values, machine);
  }

  /** The arguments object of a tool, each field of which is a parameter; an enforced schema sanitizes them. */
  argumentsOf(tool: string, schema: Value | undefined, frame: Frame, line: number, machine: Machine): Value {
    const entry: Entry = { kind: 'tool', name: tool };
    const taint = machine.source('tool-parameter', ALL_ARGUMENTS, { module: frame.module, entry }, line);
    const open: Value = { ...UNKNOWN, taints: [taint], key: machine.newKey() };
    return schema ? validated(schema, open, frame, machine) : open;
  }

  /**
   * A request object of the protocol: `request.params.name`, `request.params.arguments`. For requests other than tool calls, all
   * other parameters come from the client too: `request.params.argument.value`.
   */
  requestOf(event: CallEvent, asked: Entry['kind'], machine: Machine): Value {
    const { frame, node } = event;
    const object = (fields: readonly (readonly [string, Value])[], rest?: Value): HeapObject => ({
      id: machine.newId(),
      fields: new Map(fields),
      ...(rest && { rest }),
    });
    const entry: Entry = { kind: 'tool', name: '' };
    const at = { module: frame.module, entry };
    const named = machine.source('tool-name', 'the name of the tool', at, node.line);
    const uri = machine.source('tool-parameter', 'uri', at, node.line);
    const given = this.argumentsOf('', undefined, frame, node.line, machine);
    const isOpen = asked !== 'tool' && asked !== 'function';
    const params = object(
      [
        ['name', { ...UNKNOWN, taints: [named], key: machine.newKey() }],
        ['arguments', given],
        ['uri', { ...UNKNOWN, taints: [uri], key: machine.newKey() }],
      ],
      isOpen ? given : undefined,
    );
    return objectValue(object([['params', objectValue(params)]]));
  }

  result(): Registered {
    return {
      tools: [...this.tools.values()],
      texts: [...this.texts.values()],
      listening: this.listening,
      dispatchers: [...this.dispatchers.values()],
    };
  }
}

/** The constant string of a value; empty when it is unknown. */
export const nameOf = (value: Value | undefined): string => textOf(value) ?? '';
