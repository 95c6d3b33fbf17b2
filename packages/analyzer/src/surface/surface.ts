import type { Closure, Value } from '../engine/value.js';

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
  /** JSON Schema's type; none when the schema does not say. */
  readonly type?: string;
  readonly description?: string;
  /** A text that is limited or checked: an enum, a pattern, a greatest length, a format. */
  readonly bounded: boolean;
  readonly line: number;
}

/** A tool that the server offers. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  /** Whether the description is not one fixed text: it is put together when the server runs. */
  readonly dynamicDescription: boolean;
  readonly parameters: readonly ToolParameter[];
  /** Whether its schema names and types its parameters; a tool without parameters has one too. */
  readonly typed: boolean;
  /** `readOnlyHint`, `destructiveHint` and the like, where they are constants. */
  readonly annotations: ReadonlyMap<string, boolean>;
  readonly file: string;
  readonly line: number;
  /** Where the description stands. */
  readonly descriptionLine: number;
  readonly handler?: Closure;
}

/** A text of the server that a model reads as if its user had written it: a prompt, instructions, a resource's name. */
export interface ServerText {
  readonly kind: 'prompt' | 'resource' | 'instructions' | 'server-name';
  readonly name: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

/** How clients reach the server, and where that is said. */
export interface Listening {
  readonly transport: Transport;
  readonly file: string;
  readonly line: number;
  /** The address that it binds to, when that is known; none means the library's default. */
  readonly host?: Value;
  /** Whether it speaks TLS itself; none where it is not here that it listens. */
  readonly tls?: boolean;
}

/** What a server registers, says of itself and listens on, as running it has shown. */
export interface Registered {
  readonly tools: readonly Tool[];
  readonly texts: readonly ServerText[];
  readonly listening: readonly Listening[];
  /** Functions that take the calls of all tools and distinguish them by name. */
  readonly dispatchers: readonly Closure[];
}

/** All that the server shows to its clients; how they say who they are is shown by the texts of its code. */
export interface Surface extends Registered {
  readonly authSignals: ReadonlySet<AuthSignal>;
  /** Whether some code looks at the Origin or Host header of requests. */
  readonly checksOrigin: boolean;
}
