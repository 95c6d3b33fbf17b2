import dns, { promises, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** How a name is looked up. */
export interface NameLookupOptions {
  /** Ends the lookup at once. */
  readonly signal?: AbortSignal;
  /** How long the lookup may take, in milliseconds. */
  readonly timeoutMs?: number;
  /** Addresses of name servers, with ports; those of the machine by default. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
}

const TIMEOUT_MS = 5_000;
/** How long a name server gets before it is asked again. */
const TRY_MS = 2_000;
const TRIES = 2;
/** How long the addresses of one family wait for those of the other. */
const OTHER_FAMILY_MS = 300;
const HOSTS_FILE = '/etc/hosts';

// Names of this machine: most systems have them in the hosts file (RFC 6761).
const LOCALHOST = /^(?:.+\.)?localhost$/;
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** The name does not exist, or there is no answer: as `dns.lookup` says it. */
const failure = (hostname: string, isAbsent: boolean, cause: unknown): Error =>
  Object.assign(new Error(`the name ${hostname} could not be looked up`, { cause }), {
    code: isAbsent ? 'ENOTFOUND' : 'EAI_AGAIN',
    syscall: 'getaddrinfo',
    hostname,
  });

/**
 * All addresses of a name that somebody else has chosen: those of the hosts file, or else of the name servers. Unlike
 * `dns.lookup`, it waits in no thread, of which a process has few: name servers that do not answer delay no other lookup, and the
 * lookup ends when its connection does (ADR 113). Search domains and other sources of names are not used.
 * @throws an error with a code of `dns.lookup`
 */
export async function lookUpName(name: string, options: NameLookupOptions = {}): Promise<LookupAddress[]> {
  const hostname = name.toLowerCase().replace(/\.$/, '');
  const listed = await inHostsFile(hostname, options.hostsFile ?? HOSTS_FILE);
  if (listed.length > 0) return listed;
  if (LOCALHOST.test(hostname)) return [...LOOPBACK];
  return askServers(hostname, options);
}

async function inHostsFile(hostname: string, path: string): Promise<LookupAddress[]> {
  // Without such a file, the name servers know.
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.some((each) => each.toLowerCase() === hostname) ? [{ address, family }] : [];
  });
}

async function askServers(hostname: string, options: NameLookupOptions): Promise<LookupAddress[]> {
  const { signal, timeoutMs = TIMEOUT_MS, servers } = options;
  const resolver = new promises.Resolver({ timeout: TRY_MS, tries: TRIES });
  useServers(resolver, servers);
  const cancel = (): void => resolver.cancel();
  const deadline = setTimeout(cancel, timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    signal?.throwIfAborted();
    return await bothFamilies(hostname, resolver);
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

function useServers(resolver: promises.Resolver, servers: readonly string[] | undefined): void {
  try {
    // Those of the machine may have been replaced for this process, which a named import does not show.
    resolver.setServers(servers ?? dns.getServers());
  } catch {
    // A link-local server has a zone, which is known to the resolver alone.
  }
}

/** Addresses of both families, or those of the first that has some, if the other one takes its time. */
async function bothFamilies(hostname: string, resolver: promises.Resolver): Promise<LookupAddress[]> {
  const found: LookupAddress[] = [];
  const errors: unknown[] = [];
  const ask = async (family: 4 | 6): Promise<void> => {
    try {
      const addresses = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
      found.push(...addresses.map((address) => ({ address, family })));
    } catch (error) {
      errors.push(error);
    }
  };
  const questions = [ask(4), ask(6)];
  await Promise.race(questions);
  if (found.length > 0) await within(OTHER_FAMILY_MS, questions);
  else await Promise.all(questions);
  if (found.length > 0) return found.sort((a, b) => a.family - b.family);
  throw failure(hostname, errors.every(isAbsence), errors[0]);
}

async function within(milliseconds: number, all: readonly Promise<void>[]): Promise<void> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), milliseconds);
  await Promise.race([Promise.all(all), late.promise]);
  clearTimeout(timer);
}

const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');
