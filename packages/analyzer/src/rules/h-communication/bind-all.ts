import type { Lines } from '../../ir/program.js';
import { addressesForAll, reachOf } from '../support/server-reach.js';
import {
  authenticates,
  isGuarded,
  networkListening,
  protocolListeners,
  reachOfHost,
  speaksTls,
} from '../../facts/listening.js';
import { lineIn, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Checks, PackageView, Report, Rule } from '../rule.js';
import type { Found } from '../../findings/found.js';

/** Where a server is bound to an address, and whether it answers everybody, if that is known of this server. */
type Location = Pick<Found, 'at' | 'lines'> & { readonly sink: string; readonly isOpen?: boolean };

function reportFinding({ isOpen, ...location }: Location, view: PackageView, report: Report): void {
  // Beside standard input, a server that has no transport of the protocol does not offer the tools.
  if (protocolListeners(view.surface).length === 0) {
    const description =
      'A server beside that of the tools listens on all addresses: what it takes from the user’s browser, everybody in the same network can send.';
    report({ ...location, severity: 'low', description });
    return;
  }
  const open = isOpen ?? !authenticates(view.surface);
  if (!open && speaksTls(view.surface)) return;
  report({
    ...location,
    severity: open ? 'medium' : 'low',
    description: open
      ? 'The server listens on all addresses without authentication: everybody in the same network can call its tools.'
      : 'The server listens on all addresses without TLS: its tokens and answers can be read on the way.',
  });
}

const nameOf = ({ at, lines }: Location): string => `${'entry' in at ? at.module : at.file}:${lines.line}`;

/** Servers whose listen calls bind to all interfaces. */
function* listeningEverywhere(view: PackageView): Generator<Location> {
  // What is written elsewhere is reported there.
  const isElsewhere = addressesForAll(view).next().done !== true;
  for (const each of networkListening(view.surface)) {
    if (reachOf(each, view) !== 'everywhere') continue;
    if (isElsewhere && each.host && !each.host.constants && !each.host.parts) continue;
    // Cloud servers bind to the default address behind a proxy; for them, authentication is enough.
    if (!each.host && isGuarded(each)) continue;
    yield { ...lineIn(each.file, each.line), sink: each.transport, isOpen: !isGuarded(each) };
  }
}

/** A server for one machine that is reachable from every network. */
export const bindAll: Rule = {
  id: 'MCP-H002',
  class: 'H',
  title: 'HTTP server listens on all addresses',
  severity: 'medium',
  confidence: 'medium',
  cwe: 1327,
  cvss: 'AV:A/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:L',
  what: 'An HTTP, SSE or WebSocket server that binds to `0.0.0.0`, `::` or a port alone, always or unless it is configured otherwise.',
  why: 'Tools meant for the user’s own client answer to every machine in the café, the office or the cluster.',
  example: {
    language: 'javascript',
    bad: 'app.listen(3000);',
    good: 'app.listen(3000, "127.0.0.1");',
  },
  fix: 'Bind to `127.0.0.1` unless an operator asks for something else, and then only behind TLS and with authentication.',
  notCounted: ['servers over stdio', 'packages that serve no clients over a network'],
  remembering: (): Checks => {
    const listening: Location[] = [];
    const note = (at: Location['at'], lines: Lines, sink: string): void => {
      listening.push({ at, lines, sink });
    };
    const withHost: CallCheck = (event) => {
      const host = event.arguments.named.get('host');
      const lines = event.node.arguments.find(({ name }) => name === 'host')?.value ?? event.node;
      if (host?.constants?.includes('0.0.0.0') || host?.constants?.includes('::'))
        note(event.frame, lines, sinkOf(event));
    };
    return {
      calls: byName(
        [
          'uvicorn.run',
          'uvicorn.Config',
          '.run',
          '.run_async',
          '.FastMCP',
          'mcp.server.fastmcp.FastMCP',
          'fastmcp.FastMCP',
        ],
        withHost,
      ),
      stores: [
        {
          names: ['Addr'],
          check: ({ frame, lines, name, object, value }) => {
            const isServer = object?.objects.some(({ path }) => path === 'net/http.Server()');
            if (isServer && reachOfHost(value) === 'everywhere') note(frame, lines, name);
          },
        },
        {
          names: ['host'],
          // A plain variable may be one of two values that the user chooses from.
          check: ({ frame, lines, name, object, value }) => {
            if (object && value.constants?.includes('0.0.0.0')) note(frame, lines, name);
          },
        },
      ],
      package: (view, report) => {
        if (networkListening(view.surface).length === 0) return;
        listening.push(...listeningEverywhere(view));
        for (const { file, line } of addressesForAll(view))
          listening.push({ ...lineIn(file, line), sink: 'default host' });
        const reported = new Set<string>();
        for (const location of listening) {
          if (reported.has(nameOf(location))) continue;
          reported.add(nameOf(location));
          reportFinding(location, view, report);
        }
      },
    };
  },
};
