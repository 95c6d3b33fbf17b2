import { isGuarded, networkListening, protocolListeners, refusesForeign } from '../../facts/listening.js';
import { listeningEnd, reachOf } from '../support/server-reach.js';
import { ToolHarm } from '../support/tool-harm.js';
import { lineIn } from '../support/locations.js';
import type { Found } from '../../findings/found.js';
import type { Checks, PackageView, Report, Rule } from '../rule.js';
import type { Listening } from '../../surface/surface.js';

/** Python's FastMCP checks the host by default, what it is made of does not. */
const checksItself = ({ file, tls, isExposed }: Listening): boolean =>
  file.endsWith('.py') && tls !== undefined && isExposed !== true;

function reportFinding(listening: Listening, isGrave: boolean, end: Found['end'], report: Report): void {
  const { file, line, transport } = listening;
  const isSocket = transport === 'websocket';
  report({
    ...lineIn(file, line),
    sink: transport,
    severity: isSocket || isGrave ? 'medium' : 'low',
    ...(end && { end }),
    description: isSocket
      ? 'The WebSocket server takes connections whatever page they come from: a page that the user has open can call the tools.'
      : 'Neither Origin nor Host of a request is looked at: a page that the user has open can reach this server by a name that it makes point to this machine.',
  });
}

function check(view: PackageView, harm: ToolHarm, report: Report): void {
  const { surface } = view;
  const listening = networkListening(surface);
  const isOpen = listening.some((each) => reachOf(each, view) === 'everywhere');
  const isOptional = surface.listening.some(({ transport }) => transport === 'stdio');
  const reported = new Set<string>();
  for (const each of protocolListeners(surface)) {
    if (each.transport !== 'websocket' && (isOpen || checksItself(each))) continue;
    if (each.isServer === true && surface.tools.length === 0) continue;
    if (isGuarded(each) || refusesForeign(each) || reported.has(each.file)) continue;
    reported.add(each.file);
    const isLibrary = surface.tools.length === 0 && each.isCalled === false;
    const isGrave = !isOptional && !isLibrary && harm.isGained(view, each.file);
    reportFinding(each, isGrave, listeningEnd(each, surface), report);
  }
}

/** A local server that answers pages in the user's browser. */
export const originCheck: Rule = {
  id: 'MCP-H003',
  class: 'H',
  title: 'Origin of requests not checked',
  severity: 'medium',
  confidence: 'medium',
  cwe: 346,
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
  what: 'An HTTP or WebSocket server without authentication before whose routes nothing refuses requests by their Origin or Host.',
  why: 'A page in the user’s browser reaches servers on the same machine, over WebSockets at once and over HTTP by DNS rebinding, and calls their tools.',
  example: {
    language: 'typescript',
    bad: 'new StreamableHTTPServerTransport({ sessionIdGenerator });',
    good: 'new StreamableHTTPServerTransport({ sessionIdGenerator, enableDnsRebindingProtection: true, allowedHosts: ["127.0.0.1:3000"] });',
  },
  fix: 'Turn on the library’s protection (`enableDnsRebindingProtection`, `TransportSecuritySettings`), compare Origin and Host with a list, or ask for a token.',
  notCounted: [
    'servers over stdio',
    'servers that ask for a token: a page does not know it',
    'with a severity above low, HTTP servers whose tools only compute and answer, or that serve over stdio too',
    'servers for all networks, which are reported as such',
  ],
  remembering: (): Checks => {
    const harm = new ToolHarm();
    return {
      calls: { '*': (event) => harm.see(event) },
      package: (view, report) => check(view, harm, report),
    };
  },
};
