import { describeSource } from '../support/flows.js';
import type { Rule } from '../rule.js';
import { REQUEST_METHODS, REQUEST_CALLS } from '../support/request-calls.js';
import { PROGRAM_REQUESTS } from '../support/outflows.js';
import { requestChecks } from './request-flow.js';

/** The client decides where the server sends a request. */
export const anyAddress: Rule = {
  id: 'MCP-G001',
  class: 'G',
  title: 'Request to an address that a client chooses',
  severity: 'high',
  confidence: 'high',
  cwe: 918,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:N/A:N',
  what: 'A parameter of a tool, or part of a request, is the address of a request, or part of its host, and nothing checks where it leads.',
  why: 'The server reaches what its client does not: services of the local machine and network, and the metadata of a cloud with its keys. Tokens that go along with the request are sent to any host.',
  example: {
    language: 'typescript',
    bad: 'await fetch(`https://${region}.api.example.com/v1/queue`, { headers: { authorization } })',
    good: 'const host = HOSTS.get(region); // a Map of constants\nif (!host) throw new Error("unknown region");\nawait fetch(`https://${host}/v1/queue`, { headers: { authorization }, redirect: "error" })',
  },
  fix: 'Take the host from a fixed set. Where any host must do, allow https alone, resolve the name, refuse private, loopback and link-local addresses, connect to the address that was checked, and follow no redirects.',
  notCounted: [
    "values after a fixed scheme and host, or after a base address of the server's own",
    'hosts that were compared with a fixed set',
    'tools whose name and description promise to fetch any address: MCP-G003 reports those',
  ],
  calls: requestChecks(
    { ...REQUEST_CALLS, ...REQUEST_METHODS, ...PROGRAM_REQUESTS },
    'open',
    (taint, { isHost }) => ({
      description: `A request goes to ${isHost ? 'a host' : 'an address'} that ${describeSource(taint)} decides: services inside the network can be reached with it.`,
    }),
  ),
};
