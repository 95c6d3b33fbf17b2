import type { Entry } from '../engine/frame.js';
import type { Taint } from '../engine/values/taint.js';
import type { Closure, Value } from '../engine/values/value.js';
import type { FunctionDefinition } from '../ir/program.js';
import type { Access, Route } from './access/checks.js';
import type { ProtocolUse } from './protocol-use.js';

/** How clients connect to a server. */
export const TRANSPORTS = ['stdio', 'http', 'sse', 'websocket', 'unknown'] as const;
/** One of them. */
export type Transport = (typeof TRANSPORTS)[number];

/** How a server authenticates its clients. */
export type AuthSignal = 'jwt' | 'oauth' | 'api_key' | 'cookie' | 'basic' | 'mtls' | 'none';

/** What a server can do on the machine that it runs on. */
export const CAPABILITIES = [
  'file_write',
  'process_exec',
  'secret_access',
  'code_eval',
  'env_access',
  'db_access',
  'network_egress',
  'browser_control',
] as const;
/** One of them. */
export type Capability = (typeof CAPABILITIES)[number];

/** A parameter of a tool as its schema describes it. */
export interface ToolParameter {
  readonly name: string;
  /** The JSON Schema type; undefined when the schema has none. */
  readonly type?: string;
  readonly description?: string;
  /** A limited or validated string: an enum, a pattern, a maximum length, a format. */
  readonly bounded: boolean;
  readonly line: number;
}

/** A text of a tool that another host has sent. */
export interface Fetched {
  readonly what: 'name' | 'description' | 'schema';
  readonly taint: Taint;
  /** It is only a part of a text of the server. */
  readonly isPart: boolean;
}

/** A tool of the server. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** Whether the description is not a single constant: it is computed at run time. */
  readonly dynamicDescription: boolean;
  readonly parameters: readonly ToolParameter[];
  /** Whether its schema names and types its parameters; true for a tool without parameters. */
  readonly typed: boolean;
  /** What its name, its description or its schema is made of that comes from the network, if anything. */
  readonly fetched?: Fetched;
  /** `readOnlyHint`, `destructiveHint` and similar, where they are constants. */
  readonly annotations: ReadonlyMap<string, boolean>;
  readonly file: string;
  readonly line: number;
  /** The line of the description. */
  readonly descriptionLine: number;
  readonly handler?: Closure;
}

/** A text of the server that a model reads like input from its user: a prompt, instructions, a resource's name. */
export interface ServerText {
  readonly kind: 'prompt' | 'resource' | 'instructions' | 'server-name';
  readonly name: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** A transport of the server, and where it is started. */
export interface Listening {
  /** `socket` is one in the file system, which only users of the machine reach whom its permissions allow. */
  readonly transport: Transport | 'socket';
  readonly file: string;
  readonly line: number;
  /** The address that it binds to, when known; undefined means the library's default. */
  readonly host?: Value;
  /** Whether it serves TLS itself; undefined when it does not listen here. */
  readonly tls?: boolean;
  /** A server that listens, which may have other routes than those of the protocol. */
  readonly isServer?: boolean;
  /** Whether something is known to call the code that starts it; a library leaves that to others. */
  readonly isCalled?: boolean;
  /** What its requests must show. */
  readonly access?: Access;
  /** A check of Host and Origin that the library makes by default is switched off. */
  readonly isExposed?: boolean;
  /** The route that its requests are for. */
  readonly route?: Route;
}

/** What comes before the handlers of routes. */
export interface RouteAccess {
  /** What refuses requests before a function handles them. */
  accessOf(handler: FunctionDefinition): Access;
  /** What refuses requests somewhere in the package. */
  anywhere(): Access;
}

/** The declarations of a server, found by running it. */
export interface Registered {
  readonly tools: readonly Tool[];
  readonly texts: readonly ServerText[];
  readonly listening: readonly Listening[];
  readonly routes: RouteAccess;
  /** Functions that receive the calls of all tools and dispatch by name. */
  readonly dispatchers: readonly Closure[];
  /** The names of the prompts that the registered handlers answer; an empty one for names that are not known. */
  readonly prompts: ReadonlySet<string>;
  /** What shows which versions of the protocol it speaks. */
  readonly protocols: readonly ProtocolUse[];
  /** What the registered handlers answer: tools, resources, prompts. */
  readonly handled: ReadonlySet<Entry['kind']>;
}

/** Whether a server has tools, resources or prompts. */
export const offersAnything = ({ tools, texts, handled }: Registered): boolean =>
  tools.length > 0 ||
  handled.has('resource') ||
  handled.has('prompt') ||
  texts.some(({ kind }) => kind === 'prompt' || kind === 'resource');

/** The complete interface of the server, with the kinds of authentication that its code mentions, if something asks for one. */
export interface Surface extends Registered {
  readonly authSignals: ReadonlySet<AuthSignal>;
}
