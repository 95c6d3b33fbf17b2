import type { CallEvent } from '../engine/events.js';
import type { Entry, Frame } from '../engine/frame.js';
import type { Machine, Reporter } from '../engine/machine.js';
import { ALL_ARGUMENTS } from '../engine/values/taint.js';
import {
  constantOf,
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type Closure,
  type HeapObject,
  type Value,
} from '../engine/values/value.js';
import type { FunctionDefinition } from '../ir/program.js';
import { closuresOf } from '../models/callbacks.js';
import { AccessCollector, isCalledAt, type Place } from './access/access-collector.js';
import { requestParts } from './call-parts.js';
import { fetchedIn } from './fetched.js';
import type { ProtocolUse } from './protocol-use.js';
import { isSchema, parametersOf, validated } from './schemas.js';
import type { Listening, Registered, ServerText, Tool, ToolParameter } from './surface.js';

/** The location where an object is created. */
export type Made = Pick<CallEvent, 'frame' | 'node'>;

/** The parts of an object that declares a tool. */
export interface ToolParts {
  readonly handler?: Value;
  readonly schema?: Value;
}

/** A call that may register a tool. */
interface Offer {
  readonly name: string;
  readonly declare: () => void;
}

/** A tool with more names than these has a computed one. */
const MAX_NAMES = 4;

/** The names that a tool may have: the configuration may choose one of several. An empty one if they are not known. */
function namesOf(name: Value): readonly string[] {
  const names = name.constants?.map(String) ?? [];
  return names.length > 0 && names.length <= MAX_NAMES ? names : [''];
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
  const parts = value.parts?.flatMap(({ constants, texts }) => constants?.map(String) ?? texts ?? []) ?? [];
  const texts = [...(parts.length > 0 ? [parts.join('')] : []), ...(value.texts ?? [])];
  return texts.length > 0 ? texts.join('\n') : undefined;
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

/** A tool as one declaration describes it. */
function toolOf(declared: ToolDeclaration, name: string): Tool {
  const description = allText(declared.description);
  const parameters = declared.parameters ?? (declared.schema ? parametersOf(declared.schema) : []);
  const [handler] = closuresOf(declared.handler);
  const fetched = fetchedIn(declared);
  return {
    name,
    ...(description !== undefined && { description }),
    dynamicDescription:
      declared.description !== undefined &&
      declared.description.constants?.length !== 1 &&
      declared.description !== UNKNOWN,
    parameters,
    typed: declared.parameters !== undefined || (declared.schema ? isSchema(declared.schema) : false),
    annotations: annotationsOf(declared.annotations),
    file: declared.file,
    line: declared.line,
    descriptionLine: declared.descriptionLine ?? declared.line,
    ...(fetched && { fetched }),
    ...(handler && { handler }),
  };
}

/** Whether two declarations of a name describe one tool: at one location, or with texts that do not differ. */
function isSameTool(known: Tool, added: Tool): boolean {
  if (known.file === added.file && known.line === added.line) return true;
  const [before, now] = [known.description ?? '', added.description ?? ''];
  if (before === '' || now === '' || before === now) return true;
  const isShared = known.handler !== undefined && known.handler.function === added.handler?.function;
  return isShared && (before.includes(now) || now.includes(before));
}

/** A tool with the fields that another declaration adds; of two descriptions, the longer one that contains the other. */
function mergedTool(known: Tool, added: Tool): Tool {
  const [before, now] = [known.description ?? '', added.description ?? ''];
  const isFuller = now.length > before.length && now.includes(before);
  const text = isFuller ? added : known;
  const handler = added.handler ?? known.handler;
  const fetched = known.fetched ?? added.fetched;
  const description = isFuller ? added.description : (known.description ?? added.description);
  return {
    ...text,
    ...(description !== undefined && { description }),
    dynamicDescription: known.dynamicDescription || added.dynamicDescription,
    parameters: added.parameters.length > 0 ? added.parameters : known.parameters,
    typed: added.typed || known.typed,
    annotations: new Map([...known.annotations, ...added.annotations]),
    ...(fetched && { fetched }),
    ...(handler && { handler }),
  };
}

/** The code that starts a transport or a server, and the servers whose requests it takes, if they are known. */
export interface Started {
  readonly frame: Frame;
  readonly servers?: readonly number[];
  /** Whether the servers listen by themselves; true by default. */
  readonly listens?: boolean;
}

/** Further places of a transport are like the others. */
const MAX_PLACES = 64;

/** Collects the interface that the server declares while its code runs, and registers its handlers. */
export class SurfaceCollector {
  private readonly tools = new Map<string, readonly Tool[]>();
  private readonly offers: Offer[] = [];
  private readonly kinds = new Set<Entry['kind']>();
  private readonly prompts = new Set<string>();
  private readonly texts = new Map<string, ServerText>();
  private readonly protocols = new Map<string, ProtocolUse>();
  private readonly listening = new Map<string, { listening: Listening; places: readonly Place[] }>();
  /** What comes before the handlers of routes. */
  readonly access = new AccessCollector();
  private readonly handledFunctions = new Set<FunctionDefinition>();
  private readonly ofResources = new Set<FunctionDefinition>();
  private readonly dispatchers = new Map<FunctionDefinition, Closure>();
  /** Whether the state that clients give back is verified before handlers get it. */
  verifiesState = false;
  private contexts: Value | undefined;
  private readonly shared = new Map<
    string,
    { readonly own: Value; context?: Value | undefined; value?: Value }
  >();

  /**
   * Adds a tool. Later declarations of the same tool fill in missing fields; another tool of the same name, with a text of its
   * own, is kept beside it: which one a client gets depends on the order in which files are loaded.
   */
  declareTool(declared: ToolDeclaration): void {
    for (const name of namesOf(declared.name)) this.declareNamed(declared, name);
  }

  private declareNamed(declared: ToolDeclaration, name: string): void {
    const key = name === '' ? `${declared.file}:${declared.line}` : name;
    const existing = this.tools.get(key) ?? [];
    const added = toolOf(declared, name);
    const same = existing.findIndex((each) => isSameTool(each, added));
    if (same === -1) this.tools.set(key, [...existing, added]);
    else this.tools.set(key, existing.with(same, mergedTool(existing[same] ?? added, added)));
  }

  /** Adds a call that looks like the registration of a tool by a function that is not known to register one. */
  offer(offer: Offer): void {
    this.offers.push(offer);
  }

  /** Declares the offered tools that nothing has registered, under that name or one that contains it. */
  settleOffers(): void {
    for (const { name, declare } of this.offers.splice(0)) {
      const isKnown = [...this.tools.values()].flat().some((tool) => tool.name.includes(name));
      if (!isKnown) declare();
    }
  }

  addText(text: ServerText): void {
    this.texts.set(`${text.kind} ${text.name} ${text.file}:${text.line}`, text);
  }

  addProtocol(use: ProtocolUse): void {
    this.protocols.set(JSON.stringify(use), use);
  }

  /**
   * Adds a transport or a server that listens.
   * @param where the code that starts it, and the servers whose requests it takes
   */
  addListening(listening: Listening, where?: Started): void {
    const { transport, file, line } = listening;
    const key = `${transport} ${file}:${line}`;
    const known = this.listening.get(key);
    const place = where && this.access.placeOf(where.frame, where.servers, where.listens);
    const places = [...(known?.places ?? []), ...(place ? [place] : [])].slice(0, MAX_PLACES);
    // One line may start several servers: an option of one applies to all.
    const tls = known?.listening.tls === true && listening.tls === false ? { tls: false } : {};
    const merged = known ? { ...listening, ...known.listening } : listening;
    const isCalled = known?.listening.isCalled === true || !where || isCalledAt(where.frame);
    this.listening.set(key, { listening: { ...merged, ...tls, isCalled }, places });
  }

  /** The value of the context argument of handlers. */
  get context(): Value | undefined {
    return this.contexts;
  }

  /**
   * What all handlers get, with the context as known so far.
   * @param create is called once
   */
  withContext(name: string, create: () => Value): Value {
    const known = this.shared.get(name) ?? { own: create() };
    this.shared.set(name, known);
    if (!known.value || known.context !== this.contexts) {
      known.context = this.contexts;
      known.value = this.contexts ? join(known.own, this.contexts) : known.own;
    }
    return known.value;
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
    machine: Reporter,
    named: ReadonlyMap<string, Value> = new Map(),
  ): void {
    for (const closure of closuresOf(handler)) {
      this.kinds.add(kind);
      if (kind === 'prompt') this.prompts.add(name);
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
    machine: Reporter,
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
        ...requestParts(machine),
      ],
      isOpen ? given : undefined,
    );
    return objectValue(object([['params', objectValue(params)]]));
  }

  result(): Registered {
    return {
      tools: [...this.tools.values()].flat(),
      texts: [...this.texts.values()],
      listening: this.access.withAccess([...this.listening.values()]),
      routes: this.access,
      dispatchers: [...this.dispatchers.values()],
      prompts: this.prompts,
      protocols: [...this.protocols.values()],
      handled: this.kinds,
    };
  }
}

/** The constant string of a value; empty when it is unknown. */
export const nameOf = (value: Value | undefined): string => textOf(value) ?? '';
