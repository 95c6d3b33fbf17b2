import { isBannedVerb } from '../support/bans.js';

const SECRECY =
  /\b(?:do not|don['’]t|never|without)\s+(?:ever\s+)?(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|disclose|disclosing|alert|alerting|notify|notifying|show|showing|let)\b[^.\n]{0,60}\b(?:users?|humans?|customers?)\b/giu;
const OVERRIDE =
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|of\s+)*(?:previous|prior|above|earlier|preceding|former|system|other)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?|guidelines?|directions?)\b/giu;
const CARRY_OFF =
  /\b(?:call|use|invoke|run|send|pass|forward|upload|read)\b[^.\n]{0,80}\b(?:(?:whole|full|entire|complete)\s+(?:conversation|chat|history|context|text of)|~\/\.(?:ssh|aws|config)|\.env\b|id_rsa|private key|system prompt)/giu;

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

/** So far back the beginning of a sentence is looked for. */
const SENTENCE = 300;

/** What stands before a place in its sentence. */
const before = (text: string, place: number): string =>
  text.slice(Math.max(0, place - SENTENCE), place).replace(/^.*(?:[.!?]\s|\n)/su, '');

/** Whether an order is a stranger's, by what stands before it in its sentence, and from it on. */
const isQuoted = (said: string, rest: string): boolean =>
  SURELY_QUOTES.some((form) => form.test(said)) || (MARKED.test(said) && CLOSES.test(rest));

/** Whether an order at a place is one to be obeyed; one to keep silent is a ban itself. */
function isMeant(text: string, place: number, isBan: boolean): boolean {
  const said = before(text, place);
  if (isQuoted(said, text.slice(place, place + SENTENCE))) return false;
  return isBan || !isBannedVerb(said, said.length);
}

/** So many orders of a kind are looked at: with more of them, a text is no notice about one. */
const MAX_ORDERS = 100;

function holds(text: string, order: RegExp): boolean {
  let count = 0;
  for (const { index } of text.matchAll(order)) {
    count += 1;
    if (count > MAX_ORDERS || isMeant(text, index, order === SECRECY)) return true;
  }
  return false;
}

const ORDERS = [SECRECY, OVERRIDE, CARRY_OFF];

/** Whether a text holds words of an order, whatever stands before them. */
export const holdsDirective = (text: string): boolean => ORDERS.some((order) => text.search(order) >= 0);

/**
 * Whether a text gives a model orders that its user must not see, or that carry something off. What it forbids, and what it
 * clearly quotes as not to be obeyed, is no order.
 */
export const isDirective = (text: string): boolean => ORDERS.some((order) => holds(text, order));
