import { anyOf, type LinearPattern } from '../../../common/linear-pattern.js';
import { allowedRange, HELP, PASSIVE, rangeOf, WHEN, wordsAt } from './imperatives.js';
import type { Signal } from './signals.js';

/** The start of a field's value in an object, or in a list in it: `{ email: `, `, pages: [https://a.example, `. */
const FIELD = /[{,] ?'?([a-z_][a-z0-9_.-]{0,60})'? ?: ?(?:\[(?: ?'?[^\s,'[\]{}]{1,200}'?,){0,8} ?)?'?$/u;
/** The end of a value that is only the address. */
const END = /^'? ?(?:[,}\]]|$)/u;
/** How far before its value the name of a field may be. */
const REACH = 600;

/** Fields for additional recipients: an address there is an instruction, never an example. */
const COPIES = /^(?:b?cc|recipients?|payee|beneficiary|iban|wallet)$/u;

const countOf = (text: string, character: string): number => text.split(character).length - 1;

/** Whether an address is the value of a field in an example object. */
function isField(before: string, after: string): boolean {
  if (countOf(before, '{') <= countOf(before, '}')) return false;
  const name = FIELD.exec(before.slice(-REACH))?.[1];
  return name !== undefined && !COPIES.test(name) && END.test(after);
}

/**
 * A sentence without the addresses in example objects: `{ goal: …, email: alerts@example.com }` shows how to call a
 * tool and does not instruct anyone to send anything. If the text before the object instructs to send, they stay.
 */
function withoutExamples(
  sentence: string,
  address: LinearPattern,
  isInstruction: (words: string) => boolean,
): string {
  const start = sentence.indexOf('{');
  if (start < 0 || isInstruction(sentence.slice(0, start))) return sentence;
  const matcher = address.matcher(sentence);
  let kept = '';
  let from = 0;
  while (matcher.find()) {
    // The address may have been matched with the closing bracket.
    const end =
      matcher.start() + sentence.slice(matcher.start(), matcher.end()).replace(/[}\]]+$/u, '').length;
    if (!isField(sentence.slice(0, matcher.start()), sentence.slice(end))) continue;
    kept += `${sentence.slice(from, matcher.start())} `;
    from = end;
  }
  return kept + sentence.slice(from);
}

/** Accounts that receive mail, messages or money. */
const ACCOUNTS = [
  '[a-z0-9._%+-]+@[a-z0-9-]+(?:\\.[a-z0-9-]+)+',
  '\\b0x[0-9a-f]{40}\\b',
  '\\b(?:bc1|[13])[a-z0-9]{25,60}\\b',
  '\\b[a-z]{2}\\d{2}(?: ?\\d{4}){3,7}(?: ?\\d{1,3})?\\b',
  '\\+\\d{8,15}\\b',
];
const ACCOUNT = anyOf(...ACCOUNTS);
const ADDRESS = anyOf(...ACCOUNTS, 'https?://[^\\s)\'",]+', '\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b');
const SENDING =
  /\b(?:send|forward|post|upload|transmit|deliver|redirect|exfiltrate|share|email|mail|route|relay|sync|copy|cc|bcc|replaced?|transfer|pay|submit)\b/u;
const DATA =
  /\b(?:contents?|conversation|chat|data|results?|outputs?|responses?|messages?|everything|keys?|credentials?|files?|cop(?:y|ies)|details|them|it|recipients?|bcc|cc|every (?:mail|email|message)|arguments?|inputs?|prompts?|emails?|mails?|funds?|payments?|tokens?|history|transcript)\b/u;
/** Changes of the recipient. */
const REDIRECTING =
  /\b(?:recipients?|bcc|cc|payee|beneficiary|accounts?|iban|wallet|phone numbers?)\b[^.;]{0,30}\b(?:has|have|needs?|is|are) to be\b|\b(?:recipients?|bcc|payee|beneficiary|iban|wallet|phone numbers?)\b[^.;]{0,30}\b(?:must|should|shall|will) (?:always )?be\b|\b(?:change|set|replace|switch|use|override)\b[^.;]{0,60}\b(?:recipients?|bcc|cc|payee|beneficiary|accounts?|iban|wallet|phone numbers?)\b/u;
const PAYING = /\b(?:when|whenever|every|each|all|any|always|instead|after|before|whatever)\b/u;

/** Whether the words instruct to send data, wherever to. */
function instructsToSend(words: string): boolean {
  const isSending = SENDING.test(words) || (PASSIVE.test(words) && !/\bread\b/u.test(words));
  // A blind copy to an account is a copy of the mail.
  const isOfData = DATA.test(words) || /\bblind cop(?:y|ies)\b/u.test(words);
  if (!isSending || !isOfData) return false;
  return WHEN.test(words) || /\b(?:all|every|any|each|everything)\b/u.test(words);
}

/** The indicator of an instruction to send data, or what was meant for others, to an address in the sentence. */
export function sendingIn(written: string): Signal | undefined {
  // Fast path: most sentences contain no address.
  if (!/@|:\/\/|\d{3}|0x|\bbc1/u.test(written)) return undefined;
  const sentence = withoutExamples(written, ADDRESS, instructsToSend);
  const range = allowedRange(ADDRESS, sentence);
  if (!range) return undefined;
  // Words within the address do not count: `relay.example`, `support@…`.
  const rest = ADDRESS.matcher(sentence).replaceAll(' ');
  if (HELP.test(rest)) return undefined;
  const signal: Signal = { kind: 'sending', weight: 1, words: wordsAt(sentence, range) };
  if (REDIRECTING.test(rest) && PAYING.test(rest) && rangeOf(ACCOUNT, sentence)) return signal;
  return instructsToSend(rest) ? signal : undefined;
}
