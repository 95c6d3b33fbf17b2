import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../../common/values/json.js';
import type { CertifiedItems, CertifiedSurface, SurfaceChanges } from './certified-surface.js';
import { linesOf } from './line-splitter.js';
import { mayCall, mayList } from './mentions.js';
import { compareSchema } from './tool-schema.js';

type Kind = Exclude<keyof CertifiedSurface, 'parameters'>;

/** The lists that a server answers with. */
const LISTS: Readonly<Record<string, { readonly kind: Kind; readonly one: string }>> = {
  tools: { kind: 'tools', one: 'tool' },
  prompts: { kind: 'prompts', one: 'prompt' },
  resources: { kind: 'resources', one: 'resource' },
  resourceTemplates: { kind: 'resources', one: 'resource template' },
};

/** The members of messages, of results and of their items that decide. */
const MESSAGE = ['result'];
const RESULT = Object.keys(LISTS);
const ITEM = ['name', 'uri', 'uriTemplate', 'description', 'inputSchema'];
const SCHEMA = ['properties'];
const PARAMETER = ['description'];

/** Names as readers compare them that do not mind the case. */
const folded = (name: string): string => name.toUpperCase().toLowerCase();

/** The parameter of a completion that says whose argument it is: a prompt by its name, or a resource by its address. */
const REFERENCES: Readonly<Record<string, { readonly kind: Kind; readonly parameter: string }>> = {
  'ref/prompt': { kind: 'prompts', parameter: 'name' },
  'ref/resource': { kind: 'resources', parameter: 'uri' },
};

/** The requests of a client that use one item, and the parameter that names it. */
const CALLS: Readonly<Record<string, { readonly kind: Kind; readonly parameter: string }>> = {
  'tools/call': { kind: 'tools', parameter: 'name' },
  'prompts/get': { kind: 'prompts', parameter: 'name' },
  'resources/read': { kind: 'resources', parameter: 'uri' },
  'resources/subscribe': { kind: 'resources', parameter: 'uri' },
};

/** JSON-RPC: the parameters of a request are invalid, which is what servers answer for tools that they do not have. */
const INVALID_PARAMS = -32_602;
const PARSE_ERROR = -32_700;
const MAX_NOTES = 50;
/** Addresses that are remembered as not certified; a server can show any number. */
const MAX_CHANGED = 10_000;

/** What becomes of messages of a client. */
export interface ForwardedMessages {
  /** For the server. */
  readonly forwarded: Buffer;
  /** For the client: errors instead of answers. */
  readonly answers: string;
}

/**
 * Compares what a running server shows with its certified version. What that one does not have is dropped from lists, and
 * cannot be called; or it is reported only.
 */
export class SurfaceGuard {
  /** What the server has shown otherwise than certified, by kind. */
  private readonly changed: Readonly<Record<Kind, Set<string>>> = {
    tools: new Set(),
    prompts: new Set(),
    resources: new Set(),
  };
  private readonly noted = new Set<string>();
  /** Whether a server has shown more resources that are not certified than are remembered. */
  private hasManyResources = false;

  constructor(
    private readonly certified: CertifiedSurface,
    private readonly changes: SurfaceChanges,
    private readonly note: (line: string) => void,
  ) {}

  /** Whole lines of the server, as the client receives them. */
  ofServer(lines: Buffer): Buffer {
    if (!mayList(lines)) return lines;
    return Buffer.concat([...linesOf(lines)].map((line) => (mayList(line) ? this.ofServerLine(line) : line)));
  }

  /** Whole lines of the client, as the server receives them, and what the client is answered at once. */
  ofClient(lines: Buffer): ForwardedMessages {
    if (this.changes === 'report' || !mayCall(lines)) return { forwarded: lines, answers: '' };
    const forwarded: Buffer[] = [];
    let answers = '';
    for (const line of linesOf(lines)) {
      const refused = mayCall(line) ? this.refusedIn(line) : undefined;
      if (refused === undefined) forwarded.push(line);
      else {
        forwarded.push(refused.rest);
        answers += refused.answers;
      }
    }
    return { forwarded: Buffer.concat(forwarded), answers };
  }

  private ofServerLine(line: Buffer): Buffer {
    const text = line.toString();
    if (text.trim() === '') return line;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      // No message, but another reader than this one might take a part of it for one.
      this.noteOnce(
        'a line of the server is no JSON, and mentions tools, prompts or resources: it is dropped',
      );
      return Buffer.alloc(0);
    }
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
    // Serialized again: a member that occurs twice would mean one thing here and another one to a client.
    const isAnswer = messages.some(
      (each) => isObject(each) && Object.keys(each).some((name) => folded(name) === 'result'),
    );
    for (const each of messages) if (isObject(each)) this.filter(this.plain(each, MESSAGE));
    return isAnswer && this.changes === 'drop' ? Buffer.from(`${JSON.stringify(message)}\n`) : line;
  }

  /** Changes an answer in place. */
  private filter(message: JsonObject): void {
    const { result } = message;
    if (!isObject(result)) return;
    this.plain(result, RESULT);
    for (const [name, { kind, one }] of Object.entries(LISTS)) {
      const items = result[name];
      const certified = this.certified[kind];
      if (!Array.isArray(items) || certified === null) continue;
      const kept = (items as unknown[]).filter((item) => this.isCertified(item, certified, kind, one));
      if (this.changes === 'drop') (result as Record<string, unknown>)[name] = kept;
    }
  }

  /** An object without members that some clients read as another one: `Tools` beside `tools`. */
  private plain(object: JsonObject, known: readonly string[]): JsonObject {
    for (const name of Object.keys(object)) {
      const same = known.includes(name) ? undefined : known.find((each) => folded(each) === folded(name));
      if (same === undefined) continue;
      this.noteOnce(`${this.verb} the member ${JSON.stringify(name)}, which some clients read as ${same}`);
      if (this.changes === 'drop') Reflect.deleteProperty(object, name);
    }
    return object;
  }

  private isCertified(item: unknown, certified: CertifiedItems, kind: Kind, one: string): boolean {
    if (isObject(item)) this.plain(item, ITEM);
    const names = isObject(item) ? [item['name'], item['uri'], item['uriTemplate']].filter(isText) : [];
    const shown = (kind === 'resources' ? names : names.slice(0, 1)).find((name) =>
      Object.hasOwn(certified, name),
    );
    const label = JSON.stringify(names[0] ?? null);
    if (shown === undefined) {
      this.noteOnce(`${this.verb} the ${one} ${label}, which the certified version does not have`);
      if (kind === 'resources') for (const name of names) this.addResource(name);
      return false;
    }
    const expected = certified[shown] ?? null;
    const description = isObject(item) ? item['description'] : undefined;
    const schemaChange = kind === 'tools' && isObject(item) ? this.schemaChange(shown, item) : undefined;
    const hasText = expected === null || (isText(description) && digestOf(description) === expected);
    const isSame = hasText && schemaChange === undefined;
    if (expected === null && isText(description)) this.noteUnknown();
    for (const name of names) {
      if (isSame) this.changed[kind].delete(name);
      else if (kind === 'resources') this.addResource(name);
      else this.changed[kind].add(name);
    }
    const change = hasText ? schemaChange : 'its description is not the certified one';
    if (change !== undefined) this.noteOnce(`${this.verb} the ${one} ${label}: ${change}`);
    return isSame;
  }

  /** What of the schema of a tool is not the certified one. */
  private schemaChange(name: string, item: JsonObject): string | undefined {
    const { inputSchema: schema } = item;
    const properties = isObject(schema) ? this.plain(schema, SCHEMA)['properties'] : undefined;
    if (isObject(properties))
      for (const parameter of Object.values(properties))
        if (isObject(parameter)) this.plain(parameter, PARAMETER);
    const { parameters = {} } = this.certified;
    const { change, isUncertain } = compareSchema(
      schema,
      Object.hasOwn(parameters, name) ? parameters[name] : undefined,
    );
    if (isUncertain) this.noteUnknown();
    return change;
  }

  private noteUnknown(): void {
    this.noteOnce('some texts and schemas are not known of the certified version, so they are not compared');
  }

  private addResource(name: string): void {
    if (this.changed.resources.size < MAX_CHANGED) this.changed.resources.add(name);
    else this.hasManyResources = true;
  }

  /** What of a line is not for the server, or undefined if it may have all of it. */
  private refusedIn(line: Buffer): { readonly rest: Buffer; readonly answers: string } | undefined {
    const text = line.toString().trim();
    if (text === '') return undefined;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      // Another reader than this one might take a part of it for a message.
      return {
        rest: Buffer.alloc(0),
        answers: `${JSON.stringify(errorOf(null, PARSE_ERROR, 'it is no JSON'))}\n`,
      };
    }
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
    const refused = messages.filter((each) => this.isRefused(each));
    // A member that occurs twice would mean one thing here and another one to the server.
    if (refused.length === 0)
      return JSON.stringify(message) === text
        ? undefined
        : { rest: Buffer.from(`${plainJson(text)}\n`), answers: '' };
    const rest = messages.filter((each) => !refused.includes(each));
    const answers = refused.flatMap((each) => answerTo(each));
    return {
      rest: Buffer.from(rest.length === 0 ? '' : `${JSON.stringify(rest)}\n`),
      answers:
        answers.length === 0 ? '' : `${JSON.stringify(Array.isArray(message) ? answers : answers[0])}\n`,
    };
  }

  private isRefused(message: unknown): boolean {
    if (!isObject(message) || !isText(message['method'])) return false;
    const params = isObject(message['params']) ? message['params'] : {};
    const { call, names } = callIn(message['method'], params);
    const certified = call && this.certified[call.kind];
    if (call === undefined || certified === null || certified === undefined) return false;
    const name = names[call.parameter];
    if (!isText(name)) return true;
    if (this.changed[call.kind].has(name)) return true;
    if (Object.hasOwn(certified, name)) return false;
    // A template means many addresses, so only those are refused that a list has shown.
    return call.kind !== 'resources' || this.hasManyResources;
  }

  private get verb(): string {
    return this.changes === 'drop' ? 'dropped' : 'not certified:';
  }

  private noteOnce(line: string): void {
    if (this.noted.has(line) || this.noted.size > MAX_NOTES) return;
    this.noted.add(line);
    this.note(this.noted.size > MAX_NOTES ? 'more changes of what the server shows are not listed' : line);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** What a request uses, and the object with its name; no call for a request that uses no item. */
function callIn(method: string, params: JsonObject) {
  const completed = method === 'completion/complete' ? params['ref'] : undefined;
  if (!isObject(completed))
    return { call: Object.hasOwn(CALLS, method) ? CALLS[method] : undefined, names: params };
  const type = isText(completed['type']) ? completed['type'] : '';
  return { call: Object.hasOwn(REFERENCES, type) ? REFERENCES[type] : undefined, names: completed };
}

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

const errorOf = (id: string | number | null, code: number, message: string): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** JSON with each member once, the last of those with one name, and with numbers as they were written. */
const plainJson = (text: string): string =>
  JSON.stringify(
    JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' && context?.source !== undefined ? rawJson(context.source) : value,
    ),
  );

/** `JSON.rawJSON`, which TypeScript does not know yet. */
const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** The error for a request; nothing for a notification. */
function answerTo(message: unknown): object[] {
  if (!isObject(message)) return [];
  const { id } = message;
  if (!isText(id) && typeof id !== 'number') return [];
  const text = 'the certified version of this server does not have it, so mcp-hub run does not pass this on';
  return [errorOf(id, INVALID_PARAMS, text)];
}
