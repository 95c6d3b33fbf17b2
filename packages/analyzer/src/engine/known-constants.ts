import { externalValue, type Value } from './value.js';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const WHITESPACE = ' \t\n\r\v\f';

/** External strings that are the same on every platform. */
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['string.ascii_letters', LOWER + UPPER],
  ['string.ascii_lowercase', LOWER],
  ['string.ascii_uppercase', UPPER],
  ['string.digits', DIGITS],
  ['string.hexdigits', `${DIGITS}abcdefABCDEF`],
  ['string.octdigits', '01234567'],
  ['string.punctuation', PUNCTUATION],
  ['string.whitespace', WHITESPACE],
  ['string.printable', DIGITS + LOWER + UPPER + PUNCTUATION + WHITESPACE],
]);

/** The value of an external path: a constant, for some. */
export function outsideValue(path: string): Value {
  const constant = CONSTANTS.get(path);
  return constant === undefined ? externalValue(path) : { ...externalValue(path), constants: [constant] };
}
