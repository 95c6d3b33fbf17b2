import { printable } from '../../../common/values/text.js';
import type { GateReport, Issue, JudgedServer } from '../judgment.js';

const MAX_TEXT = 500;

/** A text of a file or of the hub on one line, without characters that are invisible or control a terminal. */
export const shown = (text: string, maxLength = MAX_TEXT): string => printable(text, maxLength);

/** A reason, with the name of its policy. */
export const reasonOf = ({ message, policy }: Issue): string =>
  shown(policy === undefined ? message : `${message} (policy ${policy})`);

/** `.mcp.json:3`. */
export const placeOf = ({ entry }: JudgedServer): string => `${shown(entry.file)}:${entry.region.startLine}`;

/** `2 of 3 servers are allowed`. */
export function summaryOf({ servers }: GateReport): string {
  const allowed = servers.filter(({ result }) => result === 'ALLOWED').length;
  return `${allowed} of ${servers.length} ${servers.length === 1 ? 'server is' : 'servers are'} allowed`;
}
