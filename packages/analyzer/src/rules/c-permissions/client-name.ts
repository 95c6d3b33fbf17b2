import type { CallEvent, Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { CLIENT_INFO } from '../../engine/values/external-names.js';
import { pathsOf, type Value } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import type { Node } from '../../ir/walk.js';
import { byName } from '../../models/model.js';
import { inHandler } from '../support/locations.js';
import { decidesRights, statementOf } from '../support/decisions.js';
import type { Checks, Report, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

/** Whether a value is what a client says that it is: its name, its version. */
const isClient = (value: Value): boolean =>
  pathsOf(value).some((path) => path === CLIENT_INFO || path.startsWith(`${CLIENT_INFO}.`));

/** The statement that decides about rights with a comparison in it. */
function decision(frame: Frame, isPart: (node: Node) => boolean): Node | undefined {
  const statement = frame.function && statementOf(frame.function, isPart);
  return statement && decidesRights(statement) ? statement : undefined;
}

/** A comparison of what a client says that it is, by which the server decides what it may do. */
export const clientName: Rule = {
  id: 'MCP-C010',
  preview: true,
  class: 'C',
  title: 'Rights decided by what a client says that it is',
  severity: 'high',
  confidence: 'medium',
  cwe: 290,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:L',
  what: 'The name in `clientInfo`, in the `_meta` of a call or of the handshake, is compared where the server decides what is allowed.',
  why: 'Every client writes into `clientInfo` what it likes, with each call again since version 2026-07-28 of the protocol. The comparison keeps out nobody who knows the name.',
  example: {
    language: 'typescript',
    bad: 'const client = ctx.mcpReq.envelope[CLIENT_INFO_META_KEY];\nif (client.name !== "admin-console") throw new Error("not allowed");',
    good: 'if (!ctx.http.authInfo?.scopes.includes("admin")) throw new Error("not allowed");',
  },
  fix: 'Decide by the verified token of the request: its subject, its client, its scopes. Use `clientInfo` for logs and for the form of answers alone.',
  notCounted: ['comparisons that choose the form of an answer, or work around a fault of a client'],
  remembering: (): Checks => {
    const seen = new Set<Node>();
    const check = (frame: Frame, lines: Lines, isPart: (node: Node) => boolean, report: Report): void => {
      if (!inHandler(frame)) return;
      const statement = decision(frame, isPart);
      if (!statement || seen.has(statement)) return;
      seen.add(statement);
      report({
        at: frame,
        lines,
        sink: 'clientInfo',
        description:
          'What is allowed is decided by the name that the client gives itself: any client can give that name.',
      });
    };
    const contains = (event: CallEvent, report: Report): void => {
      const given = [...event.arguments.positional, ...(event.receiver ? [event.receiver] : [])];
      if (given.some(isClient)) check(event.frame, event.node, (node) => node === event.node, report);
    };
    return {
      calls: byName(names.clientName.contains, contains),
      events: {
        compare: (event: Extract<Event, { kind: 'compare' }>, report) => {
          if (!isClient(event.left) && !isClient(event.right)) return;
          const operands = new Set<Node>(event.operands);
          check(event.frame, event.lines, (node) => operands.has(node), report);
        },
      },
    };
  },
};
