import { describeSource } from '../support/flows.js';
import type { Rule } from '../rule.js';
import { OPENED_ADDRESSES, REQUEST_METHODS, REQUEST_CALLS } from '../support/request-calls.js';
import { requestChecks } from './request-flow.js';

/** A client's URL is opened by a function that also opens files. */
export const fileScheme: Rule = {
  id: 'MCP-G005',
  class: 'G',
  title: 'Address opened without a look at its scheme',
  severity: 'medium',
  confidence: 'medium',
  cwe: 918,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A whole address that a client sends is opened by `urllib`, a browser, a device or the system, and no code around it looks at the scheme.',
  why: '`file:///etc/passwd` is an address as well, and is read like one. The system starts the program that is registered for a scheme, with what the address holds.',
  example: {
    language: 'python',
    bad: 'urllib.request.urlopen(url, timeout=10)',
    good: 'if urlsplit(url).scheme != "https":\n    raise ValueError("https only")\nurllib.request.urlopen(url, timeout=10)',
  },
  fix: 'Compare the scheme with `https` before opening the address, or use a client that knows http alone.',
  notCounted: ['addresses with a fixed beginning', 'clients that know http alone'],
  calls: requestChecks({ ...REQUEST_CALLS, ...REQUEST_METHODS, ...OPENED_ADDRESSES }, 'file', (taint) => ({
    description: `The address that ${describeSource(taint)} gives is opened whatever its scheme is: \`file:\` reads files of the machine, and other schemes start programs.`,
    confidence: 'medium',
  })),
};
