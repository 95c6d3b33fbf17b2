import { describeSource } from '../support/flows.js';
import type { Rule } from '../rule.js';
import { SOCKET_CALLS } from '../support/request-calls.js';
import { requestChecks } from './request-flow.js';

/** The client decides which host the server connects to. */
export const anySocket: Rule = {
  id: 'MCP-G002',
  class: 'G',
  title: 'Connection to a host that a client chooses',
  severity: 'high',
  confidence: 'high',
  cwe: 918,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N',
  what: 'A parameter of a tool, or part of a request, is the host that a TCP, TLS or mail connection is opened to.',
  why: 'By what answers and what does not, whoever fills in the parameter maps the network that the server is in, and talks to services that trust it.',
  example: {
    language: 'go',
    bad: 'net.DialTimeout("tcp", net.JoinHostPort(args.Host, port), time.Second)',
    good: 'address, ok := services[args.Service] // a map of constants\nnet.DialTimeout("tcp", address, time.Second)',
  },
  fix: 'Take host and port from a fixed set, or refuse private, loopback and link-local addresses after resolving the name.',
  notCounted: [
    "hosts from a fixed set or the server's configuration",
    'tools whose name and description promise to test any host: MCP-G003 reports those',
  ],
  calls: requestChecks(SOCKET_CALLS, 'open', (taint) => ({
    description: `A connection is opened to a host that ${describeSource(taint)} decides: services inside the network can be reached with it.`,
  })),
};
