import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { taintsHere } from '../../engine/values/derive.js';
import type { Taint } from '../../engine/values/taint.js';
import { pathsOf, textOf, type Value } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';

const HEADER = /^(?:authorization|x-api-key|x-auth-token|cookie)$/iu;

/** Where libraries keep data of the current request. */
const REQUEST_STORES =
  /^(?:contextvars\.ContextVar\(\)\.get\(\)|async_hooks\.AsyncLocalStorage\(\)\.getStore\(\)|fastmcp\.server\.dependencies\.(?:get_http_headers|get_http_request|get_access_token)\(\))/u;

const fromRequest = (value: Value, frame: Frame): Taint | undefined =>
  taintsHere(value, frame).find(({ source }) => source.kind === 'http-request');

const isKept = (value: Value): boolean =>
  (value.parts ?? [value]).some((part) => pathsOf(part).some((path) => REQUEST_STORES.test(path)));

function reportFinding(frame: Frame, lines: Lines, taint: Taint | undefined, report: Report): void {
  report({
    at: frame,
    lines,
    sink: 'authorization',
    ...(taint && { taint }),
    description:
      'The token that the client sends to this server is sent on to another service: it was not issued for that service, and this server has not checked whether it was issued for itself.',
  });
}

/** `request.Header.Set("Authorization", token)`. */
const set: CallCheck = (event: CallEvent, report) => {
  const name = textOf(argument(event, 0));
  if (name === undefined || !HEADER.test(name)) return;
  const value = argument(event, 1);
  const taint = fromRequest(value, event.frame);
  if (taint || isKept(value)) reportFinding(event.frame, event.node, taint, report);
};

/** A client's token is passed to another service. */
export const tokenPassthrough: Rule = {
  id: 'MCP-C007',
  class: 'C',
  title: 'Token passthrough to another service',
  severity: 'medium',
  confidence: 'low',
  cwe: 863,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:C/C:H/I:L/A:N',
  what: 'The Authorization header of the MCP client in a request that the server itself sends.',
  why: 'The service behind takes the server’s calls for the user’s own; a token stolen for one of them opens the other, and no log tells them apart. The MCP specification forbids it.',
  example: {
    language: 'typescript',
    bad: 'fetch(api, { headers: { authorization: req.headers.authorization } });',
    good: 'fetch(api, { headers: { authorization: `Bearer ${await exchange(verified)}` } });',
  },
  fix: 'Verify that the client’s token is issued for this server, and use a credential of the server’s own, or a token exchange, for the service behind.',
  notCounted: ['credentials of the server’s own'],
  calls: byName(['.Set', '.Add', '.set', '.append', '.setRequestHeader'], set),
  stores: [
    {
      names: (name) => HEADER.test(name),
      check: ({ frame, lines, value, object }, report) => {
        // A variable of that name sends nothing.
        if (!object) return;
        const taint = fromRequest(value, frame);
        if (taint || isKept(value)) reportFinding(frame, lines, taint, report);
      },
    },
  ],
};
