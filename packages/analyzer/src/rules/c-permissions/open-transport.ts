import type { Listening } from '../../surface/surface.js';
import { authenticates, networkListening, type Reach } from '../../facts/listening.js';
import { widestReach } from '../support/server-reach.js';
import { lineIn, lineText } from '../support/locations.js';
import type { PackageView, Report, Rule } from '../rule.js';
import { ToolHarm } from './tool-harm.js';

const NAMES: Readonly<Record<string, string>> = { http: 'HTTP', sse: 'SSE', websocket: 'WebSocket' };

function reportFinding(
  { file, line, transport }: Listening,
  reach: Reach,
  isHarmful: boolean,
  report: Report,
): void {
  const who =
    reach === 'loopback'
      ? 'every program on the machine, and pages in its browser,'
      : 'everybody who reaches its port';
  report({
    ...lineIn(file, line),
    sink: transport,
    severity: reach === 'loopback' ? 'low' : isHarmful ? 'high' : 'medium',
    confidence: reach === 'everywhere' ? 'high' : 'medium',
    description: `The server takes clients over ${NAMES[transport] ?? transport} without authentication: ${who} can call its tools.`,
  });
}

/** One listener per file, at its most informative location: the transport rather than the port. */
function listenersOf(view: PackageView): Listening[] {
  const listening = networkListening(view.surface);
  const transports = listening.filter(
    ({ host, file, line }) => host === undefined && !/\.listen\s*\(/u.test(lineText(view, file, line)),
  );
  const seen = new Set<string>();
  return (transports.length > 0 ? transports : listening).filter(({ file }) => {
    if (seen.has(file)) return false;
    seen.add(file);
    return true;
  });
}

function reportOpen(view: PackageView, harm: ToolHarm, report: Report): void {
  const { surface } = view;
  if (authenticates(surface)) return;
  const reach = widestReach(view);
  if (reach === 'loopback' && surface.checksOrigin) return;
  // A server that also serves over stdio listens on the network only when configured to.
  const optional = surface.listening.some(({ transport }) => transport === 'stdio');
  for (const each of listenersOf(view))
    reportFinding(each, reach, !optional && harm.isGained(view, each.file), report);
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
  what: 'A server over HTTP, SSE or WebSocket, in whose code nothing checks a token, key or sign-in.',
  why: 'Its tools act with the server’s rights for anybody who sends a request.',
  example: {
    language: 'typescript',
    bad: 'app.post("/mcp", async (req, res) => transport.handleRequest(req, res, req.body));',
    good: 'app.post("/mcp", requireBearerAuth({ verifier }), async (req, res) => …);',
  },
  fix: 'Ask for a bearer token or OAuth before each request reaches the transport, or serve over stdio.',
  notCounted: [
    'servers over stdio; one that serves over both is reported with severity medium, and so is one whose tools only compute and answer: they touch no file, program, database or account',
    'servers on the loopback address that check Origin and Host; without such a check the severity is low',
  ],
  remembering: () => {
    const harm = new ToolHarm();
    return {
      calls: { '*': (event) => harm.see(event) },
      package: (view, report) => reportOpen(view, harm, report),
    };
  },
};
