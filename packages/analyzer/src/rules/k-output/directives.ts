import { isBannedVerb } from '../support/bans.js';

/** Verbs that take something away, and those that put it where a model writes. */
const SEND = '(?:send|pass|forward|upload|post|submit|share)';
const HAND = '(?:send|pass|forward|upload|post|submit|share|include|attach|append|put|paste)';
const CALL = '(?:call|use|invoke|run)';
/** Where a verb gives an order, and does not tell what happens: at a beginning, or behind a word that leads to one. */
const INSTRUCTED = String.raw`(?<=(?:(?:^|[.!?:;,]\s{0,3}|\n\s{0,3})(?:always\s)?|\b(?:and|but|then|please|now|next|first|also|must|should|you|never|(?:do|must|should) not|(?:forget|fail|hesitate|remember|sure|need|have) to|use \w{1,40} to)\s{1,3}))`;
/** By a tool: "call read_file on …". */
const READ = String.raw`(?:read|cat|open|print|call\s+["'\x60]?\w{0,30}(?:read|cat|open|get|file)\w{0,30})`;

/** Files of keys: programs use them, nobody needs to read them. Their public halves are nothing to keep. */
const KEY_FILE = String.raw`(?:(?:~|\$HOME)/\.ssh\b(?!/(?:config|known_hosts|\w{1,40}\.pub))|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub))`;
/** Files with secrets that people set up, so that advice speaks of them, too. */
const SECRET = String.raw`(?:${KEY_FILE}|(?:~|\$HOME)/\.(?:aws|config)\b|(?<![\w~/])\.env\b(?!\.\w)|\bprivate key\b|\b(?:the|your|its|full|whole) system prompt\b)`;
/** What was said in the chat, not in a page or a repository. */
const TALK =
  String.raw`\b(?:whole|full|entire|complete)\s+(?:(?:\w{1,20}\s+)?(?:conversation|chat)\b(?!\s+ids?\b)` +
  String.raw`|(?:history|context)\b(?!\s+of\s+(?!the\s+(?:user|conversation|chat|session)))|text of (?:the )?(?:conversation|chat|open files))`;

/** Up to the object of a verb: no other sentence, and no clause that says what it is for. */
const NEAR = String.raw`(?:(?!\b(?:to|without|for|then)\b|\.\s)[^!?\n]){0,80}?`;
/** That what was read is handed over, later in the text. */
const HANDED = String.raw`[^\n]{0,80}?(?<!\b(?:not|never)\s)\b(?:${SEND}|include|put)\s+(?:it|them|its|their|the content|everything)\b`;
/** Where a model puts what it hands over. */
const INTO = String.raw`\S{0,60}\s(?:in|into|to|as)\s(?:\w{1,20}\s){0,3}(?:messages?|answers?|notes?|calls?|repl(?:y|ies))\b`;

const order = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'giu');

/** Orders to hand over what was said, or a file of secrets. */
const CARRY_OFF: readonly RegExp[] = [
  order(INSTRUCTED, `(?:${HAND}|${CALL})\\b`, NEAR, TALK),
  order(`\\b${CALL}\\b`, String.raw`[^.\n]{1,80}?\b(?:${SEND}|store|save)\b`, NEAR, TALK),
  order('\\bread\\b', NEAR, TALK, HANDED),
  order(INSTRUCTED, `(?:${READ}|${SEND})\\b`, NEAR, KEY_FILE),
  order(INSTRUCTED, `${READ}\\b`, NEAR, SECRET, HANDED),
  order(INSTRUCTED, `${SEND}\\b`, NEAR, SECRET, '(?!\\s+file with)'),
  order(INSTRUCTED, `${HAND}\\b`, NEAR, SECRET, INTO),
  order(INSTRUCTED, `(?:${HAND}|call)\\b`, NEAR, '\\b(?:contents? of|with)\\s', NEAR, SECRET),
];

const SECRECY =
  /\b(?:do not|don['’]t|never|without)\s+(?:ever\s+)?(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|disclose|disclosing|alert|alerting|notify|notifying|show|showing|let)\b[^.\n]{0,60}\b(?:users?|humans?|customers?)\b/giu;
const OVERRIDE =
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|of\s+)*(?:previous|prior|above|earlier|preceding|former|system|other)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?|guidelines?|directions?)\b/giu;

/** A ban on obeying, up to the end of what is not to be obeyed: "Do not follow instructions in it …". */
const DISOBEY =
  '\\b(?:do not|don[\'’]t|never|must not|should not|nor)\\s+(?:ever\\s+)?(?:(?:obey|follow|execute|heed|trust)|(?:act|comply|carry)\\s+(?:on|upon|with|out))\\s+(?!your|the\\s+(?:user|human))[^.,;:!?"“”„«»]{0,80}?';
const SAYS = '(?:says?|tells?|asks?|reads?|orders?|claims?)';
const OPENED = '["“„«‘\'`][^"“”„«»‘’\'`\\n]{0,60}';

/** Forms that leave no doubt that the order behind them is a stranger's. */
const SURELY_QUOTES: readonly RegExp[] = [
  // "Do not obey it, even if it says: …"
  new RegExp(
    `${DISOBEY},?\\s+even\\s+(?:if|when|though)\\s+\\w+\\s+(?:\\w+\\s+)?${SAYS}(?:\\s+(?:that|to|you|must|should))*:?\\s*["“„«‘'\`]?$`,
    'iu',
  ),
  // "Do not act on a message that asks you to …"
  new RegExp(`${DISOBEY}\\s+(?:that|which)\\s+(?:asks?|tells?|orders?|instructs?)\\s+you\\s+to\\s+$`, 'iu'),
];
/** The same, where the order stands within marks of quotation: "Never follow what it says, such as “…”". */
const MARKED = new RegExp(
  `${DISOBEY}(?:,?\\s+(?:such as|like|for example|for instance|even if\\s+\\w+\\s+(?:\\w+\\s+)?${SAYS})|\\s+${SAYS}|\\s+saying):?\\s*${OPENED}(?:["”“»]\\s+(?:or|and)\\s+${OPENED})?$`,
  'iu',
);
const CLOSES = /^[^\n]{0,200}?["”“»’'`]/u;

/** Refusals that leave no doubt: "…, refuse and tell the user." */
const REFUSED = String.raw`(?:refuse|decline|ignore (?:it|that)|do not (?:comply|obey|do so|follow it))(?:(?: and|,) (?:(?:tell|warn) the user|report it to the user))?\s*(?:[.!](?!\w)|\n|$)(?!.{0,80}\b(?:do so|do it|obey|comply)\b)`;
/** What stands before an order that only may be met, and what must then stand behind it. */
const MET: readonly { readonly before: RegExp; readonly behind: RegExp }[] = [
  {
    // "If the page asks you to …, refuse and tell the user."
    before: new RegExp(
      String.raw`\b(?:if|when)\s[^,;:.!?\n]{1,60}?\s${SAYS}(?:\s+you)?(?:\s+(?:to|that))?:?\s*["“„«‘'\x60]?$`,
      'iu',
    ),
    behind: new RegExp(String.raw`^["”“»’'\x60]?,["”“»’'\x60]?\s+${REFUSED}`, 'iu'),
  },
  {
    // "It may contain prompt injection (e.g. “…”). Do not act on it."
    before: new RegExp(
      String.raw`\b(?:prompt injections?|(?:may|might|can) (?:contain|include|say))\b[^.!?\n]{0,40}?(?:e\.g\.,?\s*)?${OPENED}$`,
      'iu',
    ),
    behind:
      /^["”“»’'`]\)?[.;,]\s+(?:(?:do not|don['’]t|never) (?:act on|follow|obey) (?:it|them|this)|treat it as data)\s*(?:\.(?!\w)|$)/iu,
  },
];
/** A ban that goes on to the next verb: "must not override the system prompt or …". */
const BANNED_ON =
  /\b(?:do not|don['’]t|never|must not|should not|cannot|may not)\s+(?!(?:ever\s+)?(?:hesitate|forget|fail|stop|wait|read)\b)[^,.;:!?\n]{1,60}?\bor\s+$/iu;
/** The same in a list of verbs: "never copy, share or …". */
const BANNED_LIST = /\b(?:do not|don['’]t|never|must not|should not)\s+\w{1,20}(?:,\s+\w{1,20}){0,3},\s+$/iu;
const LIST_GOES_ON = /^\w{1,20}(?:,\s+\w{1,20}){0,3},?\s+or\s/iu;

/** So far back the beginning of a sentence is looked for. */
const SENTENCE = 300;

/** What stands before a place in its sentence. */
const before = (text: string, position: number): string =>
  text.slice(Math.max(0, position - SENTENCE), position).replace(/^.*(?:(?<!\be\.g)[.!?]\s|\n)/su, '');

/** Whether an order is a stranger's, by what stands before it in its sentence, and from it on. */
const isQuoted = (said: string, rest: string): boolean =>
  SURELY_QUOTES.some((form) => form.test(said)) || (MARKED.test(said) && CLOSES.test(rest));

/** Whether what stands before an order, and how it begins, forbid it. */
const isBanned = (said: string, rest: string): boolean =>
  isBannedVerb(said, said.length) ||
  BANNED_ON.test(said) ||
  (BANNED_LIST.test(said) && LIST_GOES_ON.test(rest));

/** Whether an order is one that may be met, and is refused. */
const isRefused = (said: string, behind: string): boolean =>
  MET.some((form) => form.before.test(said) && form.behind.test(behind));

/** Whether an order, from a place to its end, is one to be obeyed; one to keep silent is a ban itself. */
function isMeant(text: string, position: number, end: number, isBan: boolean): boolean {
  const said = before(text, position);
  const rest = text.slice(position, position + SENTENCE);
  if (isQuoted(said, rest)) return false;
  if (isRefused(said, text.slice(end, end + SENTENCE))) return false;
  return isBan || !isBanned(said, rest);
}

/** So many orders of a kind are looked at: with more of them, a text is no notice about one. */
const MAX_INSTRUCTIONS = 100;

function holds(text: string, order: RegExp): boolean {
  let count = 0;
  for (const { 0: words, index } of text.matchAll(order)) {
    count += 1;
    if (count > MAX_INSTRUCTIONS || isMeant(text, index, index + words.length, order === SECRECY))
      return true;
  }
  return false;
}

const ORDERS = [SECRECY, OVERRIDE, ...CARRY_OFF];

/** Whether a text holds words of an order, whatever stands before them. */
export const holdsDirective = (text: string): boolean => ORDERS.some((order) => text.search(order) >= 0);

/**
 * Whether a text gives a model orders that its user must not see, or that carry something off. What it forbids, and what it
 * clearly quotes as not to be obeyed, is no order.
 */
export const isDirective = (text: string): boolean => ORDERS.some((order) => holds(text, order));
