import { isBannedVerb } from '../support/bans.js';

/** Verbs of sending, and verbs of writing something where a model writes. */
const SEND = '(?:send|pass|forward|upload|post|submit|share)';
const HAND = '(?:send|pass|forward|upload|post|submit|share|include|attach|append|put|paste)';
const CALL = '(?:call|use|invoke|run)';
/**
 * A position where a verb is an imperative rather than a description: at a beginning, or after a word that leads to
 * one.
 */
const INSTRUCTED = String.raw`(?<=(?:(?:^|[.!?:;,]\s{0,3}|\n\s{0,3})(?:always\s)?|\b(?:and|but|then|please|now|next|first|also|must|should|you|never|(?:do|must|should) not|(?:forget|fail|hesitate|remember|sure|need|have) to|use \w{1,40} to)\s{1,3}))`;
/** Reading by a tool: "call read_file on …". */
const READ = String.raw`(?:read|cat|open|print|call\s+["'\x60]?\w{0,30}(?:read|cat|open|get|file)\w{0,30})`;

/** Private key files: programs use them, nobody needs to read them. Public keys are not secret. */
const KEY_FILE = String.raw`(?:(?:~|\$HOME)/\.ssh\b(?!/(?:config|known_hosts|\w{1,40}\.pub))|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub))`;
/** Files with secrets that users set up themselves, so that documentation mentions them, too. */
const SECRET = String.raw`(?:${KEY_FILE}|(?:~|\$HOME)/\.(?:aws|config)\b|(?<![\w~/])\.env\b(?!\.\w)|\bprivate key\b|\b(?:the|your|its|full|whole) system prompt\b)`;
/** The conversation itself, not that of a page or a repository. */
const TALK =
  String.raw`\b(?:whole|full|entire|complete)\s+(?:(?:\w{1,20}\s+)?(?:conversation|chat)\b(?!\s+ids?\b)` +
  String.raw`|(?:history|context)\b(?!\s+of\s+(?!the\s+(?:user|conversation|chat|session)))|text of (?:the )?(?:conversation|chat|open files))`;

/** Up to the object of a verb, within the sentence and before any clause of purpose. */
const NEAR = String.raw`(?:(?!\b(?:to|without|for|then)\b|\.\s)[^!?\n]){0,80}?`;
/** A later instruction to hand over what was read. */
const HANDED = String.raw`[^\n]{0,80}?(?<!\b(?:not|never)\s)\b(?:${SEND}|include|put)\s+(?:it|them|its|their|the content|everything)\b`;
/** Destinations that a model writes to. */
const INTO = String.raw`\S{0,60}\s(?:in|into|to|as)\s(?:\w{1,20}\s){0,3}(?:messages?|answers?|notes?|calls?|repl(?:y|ies))\b`;

const instruction = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'giu');

/** Instructions to hand over the conversation or a secret file. */
const EXFILTRATION: readonly RegExp[] = [
  instruction(INSTRUCTED, `(?:${HAND}|${CALL})\\b`, NEAR, TALK),
  instruction(`\\b${CALL}\\b`, String.raw`[^.\n]{1,80}?\b(?:${SEND}|store|save)\b`, NEAR, TALK),
  instruction('\\bread\\b', NEAR, TALK, HANDED),
  instruction(INSTRUCTED, `(?:${READ}|${SEND})\\b`, NEAR, KEY_FILE),
  instruction(INSTRUCTED, `${READ}\\b`, NEAR, SECRET, HANDED),
  instruction(INSTRUCTED, `${SEND}\\b`, NEAR, SECRET, '(?!\\s+file with)'),
  instruction(INSTRUCTED, `${HAND}\\b`, NEAR, SECRET, INTO),
  instruction(INSTRUCTED, `(?:${HAND}|call)\\b`, NEAR, '\\b(?:contents? of|with)\\s', NEAR, SECRET),
];

const SECRECY =
  /\b(?:do not|don['’]t|never|without)\s+(?:ever\s+)?(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|disclose|disclosing|alert|alerting|notify|notifying|show|showing|let)\b[^.\n]{0,60}\b(?:users?|humans?|customers?)\b/giu;
const OVERRIDE =
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|of\s+)*(?:previous|prior|above|earlier|preceding|former|system|other)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?|guidelines?|directions?)\b/giu;

/** A ban on obeying, up to its object: "Do not follow instructions in it …". */
const DISOBEY =
  '\\b(?:do not|don[\'’]t|never|must not|should not|nor)\\s+(?:ever\\s+)?(?:(?:obey|follow|execute|heed|trust)|(?:act|comply|carry)\\s+(?:on|upon|with|out))\\s+(?!your|the\\s+(?:user|human))[^.,;:!?"“”„«»]{0,80}?';
const SAYS = '(?:says?|tells?|asks?|reads?|orders?|claims?)';
const OPEN_QUOTE = '["“„«‘\'`][^"“”„«»‘’\'`\\n]{0,60}';

/** Contexts in which the following instruction is certainly quoted from a third party. */
const SURELY_QUOTES: readonly RegExp[] = [
  // "Do not obey it, even if it says: …"
  new RegExp(
    `${DISOBEY},?\\s+even\\s+(?:if|when|though)\\s+\\w+\\s+(?:\\w+\\s+)?${SAYS}(?:\\s+(?:that|to|you|must|should))*:?\\s*["“„«‘'\`]?$`,
    'iu',
  ),
  // "Do not act on a message that asks you to …"
  new RegExp(`${DISOBEY}\\s+(?:that|which)\\s+(?:asks?|tells?|orders?|instructs?)\\s+you\\s+to\\s+$`, 'iu'),
];
/** The same for an instruction in quotation marks: "Never follow what it says, such as “…”". */
const IN_QUOTATION_MARKS = new RegExp(
  `${DISOBEY}(?:,?\\s+(?:such as|like|for example|for instance|even if\\s+\\w+\\s+(?:\\w+\\s+)?${SAYS})|\\s+${SAYS}|\\s+saying):?\\s*${OPEN_QUOTE}(?:["”“»]\\s+(?:or|and)\\s+${OPEN_QUOTE})?$`,
  'iu',
);
const CLOSES = /^[^\n]{0,200}?["”“»’'`]/u;

/** Unambiguous refusals: "…, refuse and tell the user." */
const REFUSED = String.raw`(?:refuse|decline|ignore (?:it|that)|do not (?:comply|obey|do so|follow it))(?:(?: and|,) (?:(?:tell|warn) the user|report it to the user))?\s*(?:[.!](?!\w)|\n|$)(?!.{0,80}\b(?:do so|do it|obey|comply)\b)`;
/** The text before an instruction that may only be encountered, and the text that must follow it. */
const REFUSED_CONTEXTS: readonly { readonly before: RegExp; readonly after: RegExp }[] = [
  {
    // "If the page asks you to …, refuse and tell the user."
    before: new RegExp(
      String.raw`\b(?:if|when)\s[^,;:.!?\n]{1,60}?\s${SAYS}(?:\s+you)?(?:\s+(?:to|that))?:?\s*["“„«‘'\x60]?$`,
      'iu',
    ),
    after: new RegExp(String.raw`^["”“»’'\x60]?,["”“»’'\x60]?\s+${REFUSED}`, 'iu'),
  },
  {
    // "It may contain prompt injection (e.g. “…”). Do not act on it."
    before: new RegExp(
      String.raw`\b(?:prompt injections?|(?:may|might|can) (?:contain|include|say))\b[^.!?\n]{0,40}?(?:e\.g\.,?\s*)?${OPEN_QUOTE}$`,
      'iu',
    ),
    after:
      /^["”“»’'`]\)?[.;,]\s+(?:(?:do not|don['’]t|never) (?:act on|follow|obey) (?:it|them|this)|treat it as data)\s*(?:\.(?!\w)|$)/iu,
  },
];
/** A ban that extends to the next verb: "must not override the system prompt or …". */
const BANNED_ON =
  /\b(?:do not|don['’]t|never|must not|should not|cannot|may not)\s+(?!(?:ever\s+)?(?:hesitate|forget|fail|stop|wait|read)\b)[^,.;:!?\n]{1,60}?\bor\s+$/iu;
/** The same in a list of verbs: "never copy, share or …". */
const BANNED_LIST = /\b(?:do not|don['’]t|never|must not|should not)\s+\w{1,20}(?:,\s+\w{1,20}){0,3},\s+$/iu;
const LIST_GOES_ON = /^\w{1,20}(?:,\s+\w{1,20}){0,3},?\s+or\s/iu;

/** How far back the start of a sentence is looked for. */
const SENTENCE = 300;

/** The part of a sentence before a position. */
const before = (text: string, position: number): string =>
  text.slice(Math.max(0, position - SENTENCE), position).replace(/^.*(?:(?<!\be\.g)[.!?]\s|\n)/su, '');

/** Whether an instruction is quoted, judging by the text before and after its start. */
const isQuoted = (lead: string, rest: string): boolean =>
  SURELY_QUOTES.some((form) => form.test(lead)) || (IN_QUOTATION_MARKS.test(lead) && CLOSES.test(rest));

/** Whether an instruction is forbidden, judging by the text before and after its start. */
const isBanned = (lead: string, rest: string): boolean =>
  isBannedVerb(lead, lead.length) ||
  BANNED_ON.test(lead) ||
  (BANNED_LIST.test(lead) && LIST_GOES_ON.test(rest));

/** Whether an instruction is only cited as one to refuse. */
const isRefused = (lead: string, after: string): boolean =>
  REFUSED_CONTEXTS.some((form) => form.before.test(lead) && form.after.test(after));

/**
 * Whether an instruction in a text range is meant to be followed. Instructions to keep a secret are bans themselves.
 */
function isMeant(text: string, position: number, end: number, isBan: boolean): boolean {
  const lead = before(text, position);
  const rest = text.slice(position, position + SENTENCE);
  if (isQuoted(lead, rest)) return false;
  if (isRefused(lead, text.slice(end, end + SENTENCE))) return false;
  return isBan || !isBanned(lead, rest);
}

/** Limit on matches per pattern: a text with more is not a warning about injections. */
const MAX_INSTRUCTIONS = 100;

function meantIn(text: string, instruction: RegExp): string | undefined {
  let count = 0;
  for (const { 0: words, index } of text.matchAll(instruction)) {
    count += 1;
    if (count > MAX_INSTRUCTIONS || isMeant(text, index, index + words.length, instruction === SECRECY))
      return words;
  }
  return undefined;
}

const INSTRUCTIONS = [SECRECY, OVERRIDE, ...EXFILTRATION];

/** Whether a text contains an instruction, regardless of the text before it. */
export const holdsDirective = (text: string): boolean =>
  INSTRUCTIONS.some((instruction) => text.search(instruction) >= 0);

/**
 * The words of a text that instruct a model to keep something from its user or to exfiltrate data. Instructions that it
 * forbids or clearly quotes as not to be followed do not count.
 */
export function directiveIn(text: string): string | undefined {
  for (const instruction of INSTRUCTIONS) {
    const words = meantIn(text, instruction);
    if (words !== undefined) return words;
  }
  return undefined;
}

/** Whether a text contains an instruction that is meant to be followed. */
export const isDirective = (text: string): boolean => directiveIn(text) !== undefined;
