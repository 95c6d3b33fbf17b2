import type { Found } from '../../findings/found.js';
import type { Listening } from '../../surface/surface.js';
import {
  isGuarded,
  networkListening,
  protocolListeners,
  refusesForeign,
  type Reach,
} from '../../facts/listening.js';
import { isFixedLoopback, listeningEnd, widestReach } from '../support/server-reach.js';
import { lineIn } from '../support/locations.js';
import type { PackageView, Report, Rule } from '../rule.js';
import { ToolHarm } from '../support/tool-harm.js';
import { RouteHarm } from './route-harm.js';

const NAMES: Readonly<Record<string, string>> = { http: 'HTTP', sse: 'SSE', websocket: 'WebSocket' };

/** What is missing before the route, in words. */
function missing({ access, route }: Listening): string {
  const where = route ? `the route \`${route.name}\`` : 'its requests';
  return access?.authentication === 'optional'
    ? `a check comes before ${where} only if it is configured, and`
    : `nothing before ${where} asks for a token, and`;
}

function reportFinding(
  listening: Listening,
  reach: Reach,
  isFixed: boolean,
  isHarmful: boolean,
  end: Found['end'],
  report: Report,
): void {
  const { file, line, transport } = listening;
  const who =
    reach === 'loopback'
      ? 'every program on the machine, and pages in its browser,'
      : 'everybody who reaches its port';
  report({
    ...lineIn(file, line),
    sink: transport,
    severity: isFixed ? 'low' : isHarmful && reach !== 'loopback' ? 'high' : 'medium',
    confidence: reach === 'everywhere' ? 'high' : 'medium',
    ...(end && { end }),
    description: `The server takes clients over ${NAMES[transport] ?? transport} without authentication: ${missing(listening)} ${who} can call its tools.`,
  });
}

/** Whether clients of the protocol come to a server that has none of its transports: it offers tools, or its routes do harm. */
function isForClients({ surface }: PackageView, { file }: Listening, routes: RouteHarm): boolean {
  if (surface.tools.length > 0) return true;
  const files = new Set([...routes.all].map(({ handler }) => handler.module));
  return (
    files.has(file) || (files.size > 0 && networkListening(surface).every((each) => !files.has(each.file)))
  );
}

function reportOpen(view: PackageView, harm: ToolHarm, routes: RouteHarm, report: Report): void {
  const { surface } = view;
  const reach = widestReach(view);
  // A server that also serves over stdio listens on the network only when configured to.
  const optional = surface.listening.some(({ transport }) => transport === 'stdio');
  const reported = new Set<string>();
  for (const each of protocolListeners(surface)) {
    if (isGuarded(each) || (isFixedLoopback(view, reach) && refusesForeign(each))) continue;
    if (each.isServer === true && !isForClients(view, each, routes)) continue;
    // One of a file: they are of one server.
    if (reported.has(each.file)) continue;
    reported.add(each.file);
    reportFinding(
      each,
      reach,
      isFixedLoopback(view, reach),
      !optional && harm.isGained(view, each.file),
      listeningEnd(each, surface),
      report,
    );
  }
}

/** Tools for anyone who can reach the port. */
export const openTransport: Rule = {
  id: 'MCP-C001',
  class: 'C',
  title: 'Server over the network without authentication',
  severity: 'high',
  confidence: 'medium',
  cwe: 306,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:L',
  what: 'A server over HTTP, SSE or WebSocket before whose routes nothing refuses requests without a token, key or sign-in: no middleware, dependency, wrapper, option of a library or check of the handler, or only one that is off until it is configured.',
  why: 'Its tools act with the server’s rights for anybody who sends a request.',
  example: {
    language: 'typescript',
    bad: 'app.post("/mcp", async (req, res) => transport.handleRequest(req, res, req.body));',
    good: 'app.post("/mcp", requireBearerAuth({ verifier }), async (req, res) => …);',
  },
  fix: 'Ask for a bearer token or OAuth before each request reaches the transport, or serve over stdio.',
  notCounted: [
    'servers over stdio; one that serves over both is reported with severity medium, and so is one whose tools only compute and answer: they touch no file, program, database or account',
    'servers on the loopback address that check Origin and Host; without such a check the severity is low, or medium if another address can be configured',
    'with a severity above medium, libraries of servers: they offer no tools, and nothing in them starts a server',
    'servers that only sign a user in, or serve pages: they offer no tools, and their routes do no harm',
  ],
  remembering: () => {
    const harm = new ToolHarm();
    const routes = new RouteHarm();
    return {
      calls: { ...routes.calls, '*': (event) => harm.see(event) },
      package: (view, report) => reportOpen(view, harm, routes, report),
    };
  },
};
