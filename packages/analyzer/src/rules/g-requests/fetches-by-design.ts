import { describeSource } from '../support/flows.js';
import type { Rule } from '../rule.js';
import { REQUEST_METHODS, REQUEST_CALLS, SOCKET_CALLS } from '../support/request-calls.js';
import { PROGRAM_REQUESTS } from '../support/outflows.js';
import { requestChecks } from './request-flow.js';

/** A tool designed to fetch any URL. */
export const fetchesByDesign: Rule = {
  id: 'MCP-G003',
  class: 'G',
  title: 'Tool that fetches any address by design',
  severity: 'medium',
  confidence: 'high',
  cwe: 918,
  cvss: 'AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:N/A:N',
  what: 'A tool whose name and description promise to fetch, browse or probe any address asks whatever it is given, internal ones included.',
  why: "Fetching is what the tool is for; reaching `http://169.254.169.254/` or the router's page is not. A page that the model has read can ask for both, and for secrets to be carried out in an address.",
  example: {
    language: 'python',
    bad: '@mcp.tool()\ndef fetch(url: str) -> str:\n    """Fetches a URL."""\n    return httpx.get(url, follow_redirects=True).text',
    good: '@mcp.tool()\ndef fetch(url: str) -> str:\n    """Fetches a URL."""\n    return httpx.get(refuse_private(url), follow_redirects=False).text',
  },
  fix: 'Refuse addresses that are not https and hosts whose addresses are private, loopback or link-local, for each redirect again; let the operator limit the hosts.',
  notCounted: [
    'tools that check the address first: MCP-G004 reports those that check the first one alone',
    'tools that promise less, be it a kind of page or a use, or say nothing: MCP-G001 and MCP-G002 report those',
  ],
  calls: requestChecks(
    { ...REQUEST_CALLS, ...REQUEST_METHODS, ...PROGRAM_REQUESTS, ...SOCKET_CALLS },
    'design',
    (taint) => ({
      description: `By design, the tool asks any address that ${describeSource(taint)} names; nothing keeps it from services inside the network.`,
    }),
  ),
};
