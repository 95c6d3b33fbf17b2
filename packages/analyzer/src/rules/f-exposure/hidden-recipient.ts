import { pathsOf, textOf, type HeapObject, type Value } from '../../engine/values/value.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Checks, Report, Rule, StoreEvent } from '../rule.js';
import { isAmongOthers, isFixed, isFixedOne, isGiven, itemsOf } from './mailboxes.js';
import type { Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import type { Expression, Lines } from '../../ir/program.js';

type FallbackEvent = Extract<Event, { kind: 'fallback' }>;

const RECIPIENTS = /^(?:to|rcpt_?to|to_?(?:addrs|addresses)|recipients)$/iu;
const COPY = /^b?cc$/iu;

/** Whether concatenated lists contain both kinds of recipients: `given + ["…"]`. */
function isAdded(expression: Expression | undefined, { objects }: Value): boolean {
  if (expression?.kind !== 'operation' || expression.operator !== '+' || objects.length < 2) return false;
  const all = objects.flatMap(itemsOf);
  return all.some(isFixed) && all.some(isGiven);
}

const MAIL_FIELD = /^(?:subject|text|html|(?:text|html)_?body|body|from|sender|b?cc|reply_?to)$/iu;
const MAIL_WORD = /mail|mime|messag|msg/iu;
const SENDS = /mail|message/iu;

/**
 * Whether the object with the recipients is a mail, judging by its constructor, its other fields or the spelling of the
 * header.
 */
const looksLikeMail = ({ object, name }: StoreEvent): boolean =>
  object !== undefined &&
  (name === 'To' ||
    pathsOf(object).some((path) => MAIL_WORD.test(path)) ||
    object.objects.some(
      ({ fields, path = '', class: info }) =>
        MAIL_WORD.test(path) ||
        MAIL_WORD.test(info?.definition.name ?? '') ||
        [...fields.keys()].some((field) => MAIL_FIELD.test(field)),
    ));

/** Limit on candidates. */
const MAX_MAILS = 1000;

const reportFinding = (frame: Frame, lines: Lines, report: Report): void =>
  report({
    at: frame,
    lines,
    sink: 'hidden recipient',
    description: 'Every mail also goes to an address in the code that the caller never sees.',
  });

/** `message.add_header("Bcc", "…")`. */
const header: CallCheck = (event, report) => {
  const name = textOf(argument(event, 0));
  if (name !== undefined && COPY.test(name) && isFixed(argument(event, 1)))
    reportFinding(event.frame, event.node, report);
};

const adder: CallCheck = (event, report) => {
  if (isFixed(argument(event, 0))) reportFinding(event.frame, event.node, report);
};

/** Tracks, during one analysis, fallback addresses and the recipients of each loop. */
class Recipients {
  private readonly fallbacks = new WeakSet<object>();
  /** By the loop, and by the call in its body. */
  private readonly loops = new WeakMap<object, Map<Lines, { isFixed: boolean; isGiven: boolean }>>();

  /** Candidates for mails, checked when all fields are set. */
  private readonly mails: StoreEvent[] = [];

  private readonly sent = new WeakSet<HeapObject>();

  readonly onSent: CallCheck = ({ arguments: { positional } }) => {
    for (const { objects } of positional) for (const object of objects) this.sent.add(object);
  };

  readonly onRecipients = (event: StoreEvent): void => {
    if (event.object && isAmongOthers(event.value) && this.mails.length < MAX_MAILS) this.mails.push(event);
  };

  reportMails(report: Report): void {
    for (const event of this.mails) {
      const isSent = event.object?.objects.some((object) => this.sent.has(object));
      if (isSent === true || looksLikeMail(event)) reportFinding(event.frame, event.lines, report);
    }
  }

  readonly onFallback = ({ lines, value }: FallbackEvent): void => {
    if (isFixedOne(value)) this.fallbacks.add(lines);
  };

  /** Whether a fixed address is the fallback for a missing setting: `process.env.ARCHIVE || "…"`. */
  isFallback(lines: Lines): boolean {
    if (!('operands' in lines) || !Array.isArray(lines.operands)) return false;
    return lines.operands.some((operand: object) => this.fallbacks.has(operand));
  }

  /** Whether the iterations of a loop have reached a call with both a fixed address and a given one. */
  private isInSameLoop(value: Value, { exits }: Frame, lines: Lines): boolean {
    const loop = exits.at(-1)?.base;
    const isFixedHere = isFixedOne(value);
    if (!loop || (!isFixedHere && !isGiven(value))) return false;
    const ofLoop = this.loops.get(loop) ?? new Map<Lines, { isFixed: boolean; isGiven: boolean }>();
    this.loops.set(loop, ofLoop);
    const seen = ofLoop.get(lines) ?? { isFixed: false, isGiven: false };
    ofLoop.set(lines, seen);
    if (isFixedHere) seen.isFixed = true;
    else seen.isGiven ||= value.taints.length > 0;
    return seen.isFixed && seen.isGiven;
  }

  /** `smtp.sendmail(sender, recipients, text)`: the actual recipients, whatever the headers contain. */
  envelope(index: number, name: string): CallCheck {
    return (event, report) => {
      const { frame, node } = event;
      const value = argument(event, index, name);
      const named = node.arguments.find((each) => each.name === name)?.value;
      const isHidden =
        isAmongOthers(value) ||
        isAdded(named ?? node.arguments[index]?.value, value) ||
        this.isInSameLoop(value, frame, node);
      if (isHidden) reportFinding(frame, named ?? node, report);
    };
  }
}

function remembering(): Checks {
  const recipients = new Recipients();
  return {
    calls: {
      ...byName(['.add_header', '.SetHeader', '.setHeader', '.set', '.Set', '.SetAddressHeader'], header),
      ...byName(['.sendmail'], recipients.envelope(1, 'to_addrs')),
      ...byName(['.send_message'], recipients.envelope(2, 'to_addrs')),
      'net/smtp.SendMail': recipients.envelope(3, 'to'),
      ...byName(['.addBcc', '.add_bcc', '.AddBcc', '.addBCC', '.setBcc'], adder),
    },
    called: [{ names: (name) => SENDS.test(name), check: recipients.onSent }],
    events: { fallback: recipients.onFallback },
    stores: [
      {
        names: (name) => COPY.test(name),
        check: ({ frame, lines, value }, report) => {
          if (isFixed(value) || recipients.isFallback(lines)) reportFinding(frame, lines, report);
        },
      },
      {
        names: (name) => RECIPIENTS.test(name),
        check: recipients.onRecipients,
      },
    ],
    package: (_view, report) => recipients.reportMails(report),
  };
}

/** A hidden recipient gets a copy of each mail. */
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
  remembering,
};
