import { isBuiltInRule } from '@mcp-hub/client-configurations';
import { printable } from '../../../common/values/text.js';
import type { GateReport, Issue, EvaluatedEntry } from '../gate-report.js';

const MAX_TEXT = 500;

/** A text of a file or of the hub on one line, without characters that are invisible or control a terminal. */
export const printableText = (text: string, maxLength = MAX_TEXT): string => printable(text, maxLength);

/** A reason, with the name of its policy or of the built-in rule that the hub names. */
export function reasonOf({ message, policy, policyId = '' }: Issue): string {
  if (policy === undefined) return printableText(message);
  return printableText(`${message} (${isBuiltInRule(policyId) ? policy : `policy ${policy}`})`);
}

/** What is said of a server that the client does not start, as its file says. */
export const DISABLED = 'disabled';

/** `.mcp.json:3`. */
export const placeOf = ({ entry }: EvaluatedEntry): string =>
  `${printableText(entry.file)}:${entry.region.startLine}`;

/** `2 of 3 servers are allowed; 5 policies applied`. */
export function summaryOf({ servers, policies }: GateReport): string {
  const allowed = servers.filter(({ result }) => result === 'ALLOWED').length;
  const summary = `${allowed} of ${servers.length} ${servers.length === 1 ? 'server is' : 'servers are'} allowed`;
  const warnings = policies?.warnings.map(({ message }) => printableText(message)) ?? [];
  return [summary, ...(warnings.length > 0 ? warnings : appliedText(policies?.count))].join('; ');
}

const appliedText = (count: number | undefined): string[] =>
  count === undefined ? [] : [`${count} ${count === 1 ? 'policy' : 'policies'} applied`];
