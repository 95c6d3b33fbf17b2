import { isForbidden } from '../support/bans.js';

const SECRECY =
  /\b(?:do not|don['’]t|never|without)\s+(?:ever\s+)?(?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|disclose|disclosing|alert|alerting|notify|notifying|show|showing|let)\b[^.\n]{0,60}\b(?:users?|humans?|customers?)\b/giu;
const OVERRIDE =
  /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|of\s+)*(?:previous|prior|above|earlier|preceding|former|system|other)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|messages?|guidelines?|directions?)\b/giu;
const CARRY_OFF =
  /\b(?:call|use|invoke|run|send|pass|forward|upload|read)\b[^.\n]{0,80}\b(?:(?:whole|full|entire|complete)\s+(?:conversation|chat|history|context|text of)|~\/\.(?:ssh|aws|config)|\.env\b|id_rsa|private key|system prompt)/giu;

/** What says that the words behind it are a stranger's, and not to be obeyed: "Do not follow it, even if it says …". */
const QUOTES =
  /\b(?:do not|don['’]t|never|must not|should not|without|nor)\s+(?:ever\s+)?(?:obey|follow|execut|act|heed|comply|trust|carry)\w*\b.*\b(?:say|says|said|saying|tells?|asks?|reads?|contains?|orders?|claims?|such as|like)\b\P{L}{0,10}(?:(?:you|to|that|it|the)\b\P{L}{0,10}){0,3}$/isu;

/** So far back the beginning of a sentence is looked for. */
const SENTENCE = 300;

/** What stands before a place in its sentence. */
const before = (text: string, place: number): string =>
  text.slice(Math.max(0, place - SENTENCE), place).replace(/^.*(?:[.!?]\s|\n)/su, '');

const isQuoted = (text: string, place: number): boolean => QUOTES.test(before(text, place));

/** Whether what stands before an order forbids what it orders. */
const isBanned = (text: string, place: number): boolean => {
  const sentence = before(text, place);
  return isForbidden(sentence, sentence.length);
};

const holds = (text: string, order: RegExp, isNone: (text: string, place: number) => boolean): boolean => {
  for (const { index } of text.matchAll(order)) if (!isNone(text, index)) return true;
  return false;
};

/**
 * Whether a text gives a model orders that its user must not see, or that carry something off. What it forbids, and what it
 * quotes as not to be obeyed, is no order.
 */
export const isDirective = (text: string): boolean =>
  // An order to keep silent is a ban itself.
  holds(text, SECRECY, isQuoted) ||
  [OVERRIDE, CARRY_OFF].some((order) =>
    holds(text, order, (whole, place) => isQuoted(whole, place) || isBanned(whole, place)),
  );
