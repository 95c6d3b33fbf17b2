import { authenticates, networkListening } from '../../facts/listening.js';
import { reachOf } from '../support/server-reach.js';
import { lineIn } from '../support/locations.js';
import type { PackageView, Report, Rule } from '../rule.js';
import type { Listening } from '../../surface/surface.js';

/** The Python libraries check the host by default. */
const CHECKS_ITSELF = '.py';

function reportFinding(listening: Listening, report: Report): void {
  const { file, line, transport } = listening;
  const isSocket = transport === 'websocket';
  report({
    ...lineIn(file, line),
    sink: transport,
    severity: isSocket ? 'medium' : 'low',
    description: isSocket
      ? 'The WebSocket server takes connections whatever page they come from: a page that the user has open can call the tools.'
      : 'Neither Origin nor Host of a request is looked at: a page that the user has open can reach this server by a name that it makes point to this machine.',
  });
}

function check(view: PackageView, report: Report): void {
  const { surface } = view;
  if (authenticates(surface) || surface.checksOrigin) return;
  const listening = networkListening(surface);
  const isOpen = listening.some((each) => reachOf(each, view) === 'everywhere');
  const reported = new Set<string>();
  for (const each of listening) {
    if (each.transport !== 'websocket' && (isOpen || each.file.endsWith(CHECKS_ITSELF))) continue;
    if (reported.has(each.file)) continue;
    reported.add(each.file);
    reportFinding(each, report);
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
  what: 'An HTTP or WebSocket server without authentication that looks at neither the Origin nor the Host of what comes in.',
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
    'servers for all networks, which are reported as such',
  ],
  package: check,
};
