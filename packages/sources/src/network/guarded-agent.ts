import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { ClientRequest } from 'node:http';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { Agent, type AgentConnectOpts } from 'agent-base';
import { mebibytes } from '../limits.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import { type AddressScope, isInScope } from './addresses.js';
import { type Destinations, withCredentials } from './destinations.js';
import { lookUpName } from './name-lookup.js';

/** Resolves a name to all its addresses, as `dns.lookup` does. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const refusal = (host: string): SourceError =>
  new SourceError('refused_address', `${escapedText(host)} has an address that sources are not fetched from`);

/** Whether the URL of a request contained a user name or password. */
const isWithAuth = (options: object): boolean =>
  'auth' in options && typeof options.auth === 'string' && options.auth !== '';

/**
 * The administrator's names are looked up as other programs of the machine do, with its search domains, and all other names
 * so that one that nobody answers for delays no other.
 */
const lookupIn = (scope: AddressScope, signal: AbortSignal): Lookup =>
  scope === 'any'
    ? systemLookup
    : (hostname, _options, callback) => {
        lookUpName(hostname, { signal }).then(
          (addresses) => callback(null, addresses),
          (error: unknown) => callback(error as NodeJS.ErrnoException, []),
        );
      };

/**
 * A lookup for `net.connect` that fails unless all addresses of the name are within the scope. The connection goes to
 * the addresses that were checked: there is no second lookup in between, whose answer could differ.
 */
export function guardedLookup(scope: AddressScope, lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) {
        callback(error, []);
        return;
      }
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isInScope(address, scope)))
        callback(refusal(hostname), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

export interface GuardOptions {
  readonly lookup?: Lookup | undefined;
  /** The number of connections, each of which carries one request: a first one, and those of redirects. */
  readonly connections?: number;
  /** The number of bytes received in all connections together. */
  readonly bytes?: number;
}

/** An agent for HTTP clients that checks the destination of each connection as it is made (ADR 50). */
export class GuardedAgent extends Agent {
  /** The first refusal. HTTP clients wrap errors in their own. */
  failure: SourceError | undefined;
  private connections = 0;
  private received = 0;

  constructor(
    private readonly destinations: Destinations,
    private readonly guard: GuardOptions = {},
  ) {
    // A connection that is used again would not be checked again.
    super({ keepAlive: false });
  }

  /** @throws SourceError when the connection is refused */
  override connect(_request: ClientRequest, options: AgentConnectOpts): Promise<Socket> {
    return Promise.resolve(this.open(options));
  }

  private open(options: AgentConnectOpts): Socket {
    const { secureEndpoint } = options;
    const host = (options.host ?? 'localhost').replace(/^\[(.*)\]$/, '$1');
    try {
      this.connections += 1;
      if (this.connections > (this.guard.connections ?? Infinity))
        throw new SourceError('unavailable', `too many redirects, at ${escapedText(host)}`, {
          isRetryable: false,
        });
      // HTTP clients send what a URL has before its host, for which no destination is asked.
      if (isWithAuth(options)) throw withCredentials(host);
      const scope = this.destinations.scopeOf(urlOf(secureEndpoint, host, options.port));
      // No lookup is made for these.
      if (isIP(host) !== 0 && !isInScope(host, scope)) throw refusal(host);
      const ended = new AbortController();
      const checked = { ...options, host, lookup: this.lookup(scope, ended.signal) };
      const servername = isIP(host) === 0 ? { servername: host } : {};
      const socket = secureEndpoint ? connectSecure({ ...servername, ...checked }) : connectPlain(checked);
      return this.counted(socket.once('close', () => ended.abort()));
    } catch (error) {
      throw this.note(error);
    }
  }

  /** @param ended aborted when the connection is closed */
  private lookup(scope: AddressScope, ended: AbortSignal): LookupFunction {
    const lookup = guardedLookup(scope, this.guard.lookup ?? lookupIn(scope, ended));
    return (hostname, options, callback) => {
      lookup(hostname, options, (error, ...found) => {
        if (error) this.note(error);
        callback(error, ...found);
      });
    };
  }

  /** Ends a connection that receives too much. */
  private counted(socket: Socket): Socket {
    const { bytes = Infinity } = this.guard;
    if (bytes !== Infinity)
      socket.on('data', (chunk: Buffer) => {
        this.received += chunk.length;
        if (this.received <= bytes) return;
        const error = new SourceError('too_large', `the answer is larger than ${mebibytes(bytes)}`);
        this.note(error);
        socket.destroy(error);
      });
    return socket;
  }

  private note(error: unknown): unknown {
    if (error instanceof SourceError) this.failure ??= error;
    return error;
  }
}

const urlOf = (isSecure: boolean, host: string, port: string | number | null | undefined): URL =>
  new URL(`${isSecure ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${port ?? ''}`);
