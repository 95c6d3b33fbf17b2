import { textOf, type Value } from '../../engine/value.js';
import { argument } from '../support/flows.js';
import { under } from '../support/places.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import type { Frame } from '../../engine/machine.js';
import type { Lines } from '../../ir/program.js';

const RECIPIENTS = /^(?:to|rcpt_?to|to_?(?:addrs|addresses)|recipients)$/iu;
const COPY = /^b?cc$/iu;
const ADDRESS = /^[^\s@<>]*<?[^\s@]+@[^\s@]+\.[a-z]{2,}>?$/iu;

const isFixed = (value: Value): boolean => {
  const text = textOf(value);
  if (text !== undefined) return ADDRESS.test(text);
  return value.objects.some(({ items }) => items?.some((item) => ADDRESS.test(textOf(item) ?? '')) ?? false);
};

/** Whether a list, or a text that holds one, names a fixed address beside those that it is about. */
const isAmongOthers = ({ objects, parts }: Value): boolean =>
  objects.some(({ items, rest }) => {
    const all = [...(items ?? []), ...(rest ? [rest] : [])];
    return all.some(isFixed) && all.some(({ constants, objects: inner }) => !constants && inner.length === 0);
  }) ||
  (parts !== undefined &&
    parts.some((part) => /[,;\s<][^\s@<>,;]+@[^\s@<>,;]+\.[a-z]{2,}/iu.test(` ${textOf(part) ?? ''}`)) &&
    parts.some(({ constants }) => !constants));

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

/** `smtp.sendmail(sender, recipients, text)`: all who get it, whatever the mail itself says. */
const envelope =
  (place: number, name: string): CallCheck =>
  (event, report) => {
    const lines = event.node.arguments.find((each) => each.name === name)?.value ?? event.node;
    if (isAmongOthers(argument(event, place, name))) tell(event.frame, lines, report);
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
  what: 'A constant address as `cc` or `bcc` of a mail that the server sends, or among the other recipients of its envelope.',
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
    ...under(['.sendmail'], envelope(1, 'to_addrs')),
    ...under(['.send_message'], envelope(2, 'to_addrs')),
    'net/smtp.SendMail': envelope(3, 'to'),
    ...under(['.addBcc', '.add_bcc', '.AddBcc', '.addBCC', '.setBcc'], adder),
  },
  stores: [
    {
      names: (name) => COPY.test(name),
      check: ({ frame, lines, value }, report) => {
        if (isFixed(value)) tell(frame, lines, report);
      },
    },
    {
      names: (name) => RECIPIENTS.test(name),
      check: ({ frame, lines, value }, report) => {
        if (isAmongOthers(value)) tell(frame, lines, report);
      },
    },
  ],
};
