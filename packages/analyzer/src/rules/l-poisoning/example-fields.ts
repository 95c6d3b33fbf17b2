import type { LinearPattern } from '../../linear-pattern.js';

/** A field of an object, or of a list in it, whose value begins here: `{ email: `, `, pages: [https://a.example, `. */
const FIELD = /[{,] ?'?([a-z_][a-z0-9_.-]{0,60})'? ?: ?(?:\[(?: ?'?[^\s,'[\]{}]{1,200}'?,){0,8} ?)?'?$/u;
/** What comes after a value that is nothing but the address. */
const END = /^'? ?(?:[,}\]]|$)/u;
/** As far as the name of a field may stand before its value. */
const REACH = 600;

/** Fields that say who else gets something: an example needs none with an address, and an order does. */
const COPIES = /^(?:b?cc|recipients?|payee|beneficiary|iban|wallet)$/u;

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** Whether an address is the value of a field in an object that a description shows as an example. */
function isField(before: string, after: string): boolean {
  if (countOf(before, '{') <= countOf(before, '}')) return false;
  const name = FIELD.exec(before.slice(-REACH))?.[1];
  return name !== undefined && !COPIES.test(name) && END.test(after);
}

/**
 * A sentence without the addresses that are values of an example's fields: `{ goal: …, email: alerts@example.com }` shows
 * how a tool is called, and orders nobody to send anything there. Where what stands before the object orders to send, its
 * addresses are where to.
 */
export function withoutExamples(
  sentence: string,
  address: LinearPattern,
  isOrder: (words: string) => boolean,
): string {
  const start = sentence.indexOf('{');
  if (start < 0 || isOrder(sentence.slice(0, start))) return sentence;
  const matcher = address.matcher(sentence);
  let kept = '';
  let from = 0;
  while (matcher.find()) {
    // An address in a list or object may be taken with the sign that ends it.
    const end =
      matcher.start() + sentence.slice(matcher.start(), matcher.end()).replace(/[}\]]+$/u, '').length;
    if (!isField(sentence.slice(0, matcher.start()), sentence.slice(end))) continue;
    kept += `${sentence.slice(from, matcher.start())} `;
    from = end;
  }
  return kept + sentence.slice(from);
}
