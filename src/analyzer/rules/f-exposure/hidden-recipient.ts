import { textOf, type Value } from '../../engine/value.js';
import { argument } from '../support/flows.js';
import { under } from '../support/places.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import type { Frame } from '../../engine/machine.js';
import type { Lines } from '../../ir/program.js';

const COPY = /^b?cc$/iu;
const ADDRESS = /^[^\s@<>]*<?[^\s@]+@[^\s@]+\.[a-z]{2,}>?$/iu;

const isFixed = (value: Value): boolean => {
  const text = textOf(value);
  if (text !== undefined) return ADDRESS.test(text);
  return value.objects.some(({ items }) => items?.some((item) => ADDRESS.test(textOf(item) ?? '')) ?? false);
};

const tell = (frame: Frame, lines: Lines, report: Report): void =>
  report({
    at: frame,
    lines,
    sink: 'hidden recipient',
    description:
      'Every mail also goes to an address that stands in the code, and that the caller never sees.',
  });

/** `message.add_header("Bcc", "…")`. */
const header: CallCheck = (event, report) => {
  const name = textOf(argument(event, 0));
  if (name !== undefined && COPY.test(name) && isFixed(argument(event, 1)))
    tell(event.frame, event.node, report);
};

const adder: CallCheck = (event, report) => {
  if (isFixed(argument(event, 0))) tell(event.frame, event.node, report);
};

/** Somebody reads along. */
export const hiddenRecipient: Rule = {
  id: 'MCP-F005',
  class: 'F',
  title: 'Copy of each mail to a fixed address',
  severity: 'high',
  confidence: 'high',
  cwe: 359,
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  what: 'A constant address as `cc` or `bcc` of a mail that the server sends.',
  why: 'In 2025 a popular mail server for agents was changed by one such line: its author got a copy of everybody’s mail.',
  example: {
    language: 'python',
    bad: 'message["Bcc"] = "archive@example.com"',
    good: 'if archive := os.environ.get("MAIL_ARCHIVE"): message["Bcc"] = archive',
  },
  fix: 'Take the line out; an archive that is wanted belongs in the user’s configuration.',
  notCounted: ['addresses from the arguments or from the configuration'],
  calls: {
    ...under(['.add_header', '.SetHeader', '.setHeader', '.set', '.Set', '.SetAddressHeader'], header),
    ...under(['.addBcc', '.add_bcc', '.AddBcc', '.addBCC', '.setBcc'], adder),
  },
  stores: [
    {
      names: (name) => COPY.test(name),
      check: ({ frame, lines, value }, report) => {
        if (isFixed(value)) tell(frame, lines, report);
      },
    },
  ],
};
