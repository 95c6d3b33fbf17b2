import type { CallEvent } from '../../engine/events.js';
import { constantOf, maybe, pathsOf, textOf, type Value } from '../../engine/values/value.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };
import { STARTS } from './program-starts.js';
import { outline } from '../../engine/expressions/texts.js';
import { REQUEST_CALLS, REQUEST_PARTS, SOCKET_CALLS, type Destination } from './request-calls.js';
import { headersOf, REQUESTS, sentBy } from './requests.js';

/** What a call sends to another machine, by whatever channel. */
export interface Outflow {
  readonly sent: readonly Value[];
  /** The address, where the call itself names it: a socket has been connected by another call. */
  readonly to?: string;
}

type ReadOutflow = (event: CallEvent) => Outflow | undefined;

const firstArgument: ReadOutflow = (event) => ({ sent: [argument(event, 0)] });

/** Writes to a connection that was opened before: `socket.write(data)`, `request.end(data)`. */
const CONNECTED = names.outflows.connections.flatMap((connection) =>
  names.outflows.writing.map((method) => `${connection}.${method}`),
);

/** `fmt.Fprintf(connection, …)` of Go. */
const toConnection: ReadOutflow = (event) => {
  const [connection, ...sent] = event.arguments.positional;
  const isConnection = pathsOf(connection ?? argument(event, 0)).some((path) =>
    names.outflows.connections.includes(path),
  );
  return isConnection ? { sent } : undefined;
};

const FETCHER = /(?:^|[/\\])(?:curl|wget|nc|ncat|http|https|xh)(?:\.exe)?$/u;
const ADDRESS = /\bhttps?:\/\/[^\s'"\uFFFC]+/u;

/** The address among the words of a command. */
const addressIn = (words: readonly Value[]): string | undefined => {
  for (const word of words) {
    const [address] = ADDRESS.exec(outline(word)) ?? [];
    if (address !== undefined) return address;
  }
  return undefined;
};

const withAddress = (sent: readonly Value[]): Outflow => {
  const to = addressIn(sent);
  return { sent, ...(to !== undefined && { to }) };
};

/** `execFile("curl", ["-d", data, url])`. */
const program =
  (name: string): ReadOutflow =>
  (event) => {
    const start = STARTS.get(name)?.(event);
    const text = start && constantOf(start.program);
    return typeof text === 'string' && FETCHER.test(text) ? withAddress(start?.given ?? []) : undefined;
  };

const FETCHING_COMMAND = /(?:^|[|;&(`\s])(?:curl|wget|nc|ncat)\s/u;

/** `exec("curl -d " + data)`, and `subprocess.run("curl …", shell=True)`. */
const shell: ReadOutflow = (event) => {
  const command = argument(event, 0, 'args');
  const { named } = event.arguments;
  if (named.has('shell') && !maybe(named.get('shell'), true)) return undefined;
  return FETCHING_COMMAND.test(outline(command)) ? withAddress([command]) : undefined;
};

/** Options of curl and wget that take a value which is no address. */
const TAKES_VALUE =
  /^(?:-[AbcdDeEFHKmoOpQrtTuUwXyYzP]|--(?:data(?:-\w+)?|header|output|user|user-agent|request|form|cookie|cookie-jar|max-time|connect-timeout|retry|output-document|directory-prefix|post-data|timeout|tries|cacert|cert|key|upload-file|write-out|referer))$/u;

/** The addresses among the arguments of curl and wget. */
function addressesGiven(given: readonly Value[]): readonly Destination[] {
  return given.flatMap((value, index) => {
    const before = constantOf(given[index - 1]);
    const isValue = typeof before === 'string' && TAKES_VALUE.test(before);
    const isOption = outline(value).startsWith('-');
    return isValue || isOption || value.constants ? [] : [{ value }];
  });
}

/** Calls that start a program which asks an address. */
export const PROGRAM_REQUESTS: Readonly<Record<string, (event: CallEvent) => readonly Destination[]>> =
  Object.fromEntries(
    [...STARTS].map(([name, read]) => [
      name,
      (event: CallEvent): readonly Destination[] => {
        const start = read(event);
        const text = start && constantOf(start.program);
        return typeof text === 'string' && /(?:^|[/\\])(?:curl|wget)(?:\.exe)?$/u.test(text)
          ? addressesGiven(start?.given ?? [])
          : [];
      },
    ]),
  );

const ADDRESSES: ReadonlyMap<string, (event: CallEvent) => readonly Destination[]> = new Map(
  Object.entries({ ...REQUEST_CALLS, ...REQUEST_PARTS, ...SOCKET_CALLS }),
);

/** The address that a call connects to, if the program fixes it. */
export function fixedAddress(event: CallEvent): string | undefined {
  for (const name of event.names)
    for (const { value, isHost } of ADDRESSES.get(name)?.(event) ?? []) {
      const text = outline(value);
      if (isHost ? textOf(value) !== undefined : /^(?:https?|wss?):\/\/[^/\uFFFC]+(?:\/|$)/u.test(text))
        return text.replaceAll('\uFFFC', '…');
    }
  return undefined;
}

const OWN_MACHINE =
  /^(?:\w+:\/\/)?(?:localhost|127\.[\d.]+|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal)(?:[:/]|$)/iu;

/** Whether an address leads to another machine. */
export const isForeign = (address: string): boolean => !OWN_MACHINE.test(address);

const request: ReadOutflow = (event) => {
  const to = fixedAddress(event);
  return { sent: [...sentBy(event), ...headersOf(event)], ...(to !== undefined && { to }) };
};

const READERS: ReadonlyMap<string, readonly ReadOutflow[]> = (() => {
  const all = new Map<string, ReadOutflow[]>();
  const add = (table: Readonly<Record<string, ReadOutflow>>): void => {
    for (const [name, read] of Object.entries(table)) all.set(name, [...(all.get(name) ?? []), read]);
  };
  add(byName(REQUESTS, request));
  add(byName(CONNECTED, firstArgument));
  add(byName(['fmt.Fprint', 'fmt.Fprintf', 'fmt.Fprintln', 'io.WriteString'], toConnection));
  add(byName(names.outflows.shells, shell));
  for (const name of STARTS.keys()) add({ [name]: program(name) });
  return all;
})();

/** The names of all calls that may send data to another machine. */
export const OUTFLOWS: readonly string[] = [...READERS.keys()];

/** What a call sends; undefined if it sends nothing. */
export function outflowOf(event: CallEvent): Outflow | undefined {
  for (const name of event.names)
    for (const read of READERS.get(name) ?? []) {
      const outflow = read(event);
      if (outflow) return outflow;
    }
  return undefined;
}

/** The calls that connect to an address. */
export const CONNECTIONS: readonly string[] = [...ADDRESSES.keys()];
