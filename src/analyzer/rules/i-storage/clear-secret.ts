import type { CallEvent } from '../../engine/machine.js';
import { textOf } from '../../engine/value.js';
import { callsWithin, lastNameOf, nodesWithin } from '../../ir/walk.js';
import { FILE_WRITES, fileWrite } from '../file-writes.js';
import { sinkOf, under } from '../places.js';
import type { CallCheck, Rule } from '../rule.js';
import { secretIn, toldSecret } from '../secrets.js';

/** Whether only the file's owner may read it. */
const isPrivate = (mode: number | undefined): boolean => mode !== undefined && (mode & 0o077) === 0;

const PRIVATE_MODES = new Set<unknown>([0o600, 0o400, 0o700, '600', '0600']);

/** Whether the function around narrows the rights of what it writes. */
function isNarrowed({ frame }: CallEvent): boolean {
  for (const call of callsWithin(frame.function?.body ?? [])) {
    const name = lastNameOf(call.callee);
    if (!/^(?:f?chmod(?:Sync)?|Chmod|open|umask|opener)$/u.test(name)) continue;
    for (const node of nodesWithin(call.arguments))
      if (
        node.kind === 'constant' &&
        (PRIVATE_MODES.has(node.value) || (name === 'umask' && node.value === 0o077))
      )
        return true;
  }
  return false;
}

/** Whether the expression says that what is written has been made unreadable. */
const isProtected = (event: CallEvent): boolean =>
  [...callsWithin(event.node.arguments)].some(({ callee }) =>
    /encrypt|cipher|seal|protect|dpapi|wrap_?key|hash|digest/iu.test(lastNameOf(callee)),
  );

const write: CallCheck = (event, report) => {
  const found = fileWrite(event);
  if (!found?.data || isPrivate(found.mode)) return;
  const taint = secretIn(found.data, event.frame);
  if (!taint || isProtected(event) || isNarrowed(event)) return;
  const path = textOf(found.path);
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    taint,
    description: `${toldSecret(taint)} is written in clear${path === undefined ? '' : ` to \`${path}\``}, readable for others on the machine.`,
  });
};

/** A password or token lies on the disk as it is. */
export const clearSecret: Rule = {
  id: 'MCP-I001',
  class: 'I',
  title: 'Secret written to a file in clear',
  severity: 'medium',
  confidence: 'medium',
  cwe: 312,
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A password, token or key that is written to a file with the usual rights.',
  why: 'Backups, other users and every program that reads files find it there, long after the server has ended.',
  example: {
    language: 'javascript',
    bad: 'await writeFile(profile, JSON.stringify({ accessToken }));',
    good: 'new Entry("my-server", account).setPassword(accessToken);',
  },
  fix: 'Keep it in the key ring of the operating system, or at least in a file that only its owner may read (mode 600).',
  notCounted: ['files with mode 600', 'encrypted values and hashes'],
  calls: under(FILE_WRITES, write),
};
