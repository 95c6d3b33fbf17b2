import { HOLE } from '../../engine/expressions/texts.js';
import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { textOf } from '../../engine/values/value.js';
import { option } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Rule } from '../rule.js';
import { describeSource, flowInto } from '../support/flows.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { piecesOf } from '../support/pieces.js';
import {
  REQUEST_CALLS,
  REQUEST_PARTS,
  type Destination,
  type ReadDestination,
} from '../support/request-calls.js';
import { chosenBy } from './request-flow.js';

const CHANGES = /^(?:POST|PUT|PATCH|DELETE)$/iu;

/** Whether a request changes something: by its method, or by the name of the function. */
function changes(event: CallEvent): boolean {
  const given = [option(event, 'method'), ...event.arguments.positional.slice(0, 2)];
  if (given.some((value) => CHANGES.test(textOf(value) ?? ''))) return true;
  return [...event.names, event.method ?? ''].some((name) =>
    CHANGES.test(name.slice(name.lastIndexOf('.') + 1)),
  );
}

/** A client's value that is a part of the path of an address, between texts of the server, and may have separators in it. */
function segmentIn({ value }: Destination, { frame }: CallEvent): Taint | undefined {
  let before = '';
  for (const { taint, text } of piecesOf(value, frame, SanitizedFor.PATH)) {
    if (/[?#]/u.test(before)) return undefined;
    if (taint && before.endsWith('/')) return taint;
    before += taint ? HOLE : text;
  }
  return undefined;
}

const check =
  (read: ReadDestination): CallCheck =>
  (event, report) => {
    if (!inHandler(event.frame) || !changes(event)) return;
    for (const destination of read(event)) {
      if (destination.isHost || !destination.value.parts) continue;
      if (chosenBy(destination, event.frame).length > 0) continue;
      const taint = segmentIn(destination, event);
      if (!taint) continue;
      report({
        ...flowInto(event, taint, sinkOf(event)),
        confidence: 'medium',
        description: `The path of a request that changes something holds ${describeSource(taint)} as it is: with \`../\` in it, the request goes to another part of the interface.`,
      });
      return;
    }
  };

/** A client's value leads a request of the server to another part of an interface. */
export const openSegment: Rule = {
  id: 'MCP-G007',
  preview: true,
  class: 'G',
  title: 'Segment of an address that is not encoded',
  severity: 'medium',
  confidence: 'medium',
  cwe: 441,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:L/I:L/A:N',
  what: 'A parameter of a tool is put into the path of a request that changes something (POST, PUT, PATCH, DELETE), without being encoded.',
  why: "`../` in the value makes the request one to another resource, with the server's credential: the tool deletes or changes what it was not meant for.",
  example: {
    language: 'typescript',
    bad: 'await fetch(`${API}/repos/${owner}/labels/${label}`, { method: "DELETE", headers });',
    good: 'const path = [owner, "labels", label].map(encodeURIComponent).join("/");\nawait fetch(`${API}/repos/${path}`, { method: "DELETE", headers });',
  },
  fix: 'Encode each segment (`encodeURIComponent`, `quote(value, safe="")`, `url.PathEscape`), or allow only the characters that names of the service have.',
  notCounted: [
    'requests that only read',
    'encoded values, numbers, and values without separators',
    'parameters of queries',
  ],
  calls: Object.fromEntries(
    Object.entries({ ...REQUEST_CALLS, ...REQUEST_PARTS }).map(([name, read]) => [name, check(read)]),
  ),
};
