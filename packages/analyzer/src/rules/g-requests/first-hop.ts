import { describeSource } from '../support/flows.js';
import type { Rule } from '../rule.js';
import { REQUEST_METHODS, REQUEST_CALLS } from '../support/request-calls.js';
import { noteAddressCheck } from '../support/address-check.js';
import { PROGRAM_REQUESTS } from '../support/outflows.js';
import { requestChecks } from './request-flow.js';

/** A URL is checked, but its redirects are not. */
export const firstHop: Rule = {
  id: 'MCP-G004',
  class: 'G',
  title: 'Only the first address of a request is checked',
  severity: 'medium',
  confidence: 'medium',
  cwe: 918,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:C/C:L/I:N/A:N',
  what: 'The address that a client gives is tested for private hosts, and the request then follows redirects to wherever they lead.',
  why: 'A host that passes the test answers with `Location: http://169.254.169.254/`, and the client library goes there unasked.',
  example: {
    language: 'typescript',
    bad: 'await assertPublic(url);\nconst page = await axios.get(url);',
    good: 'await assertPublic(url);\nconst page = await axios.get(url, { maxRedirects: 0 });',
  },
  fix: 'Switch redirects off, or follow them in code of your own that checks each address again.',
  notCounted: ['requests that follow no redirects', 'hosts that were compared with a fixed set'],
  calls: requestChecks(
    { ...REQUEST_CALLS, ...REQUEST_METHODS, ...PROGRAM_REQUESTS },
    'first-hop',
    (taint) => ({
      description: `The address that ${describeSource(taint)} gives is checked, and then redirects are followed to addresses that are not.`,
      confidence: 'medium',
    }),
  ),
  events: { run: noteAddressCheck },
};
