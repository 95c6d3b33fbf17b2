/** A value parsed from text, or what the text must be. Faults never repeat the text: it may be a secret. */
export type Parsed<T> = { readonly value: T } | { readonly must: string };

/** Reads one configuration value from its text. */
export type ValueParser<T> = (text: string) => Parsed<T>;

/** A whole number within bounds, both included. */
export const integer =
  (min: number, max: number): ValueParser<number> =>
  (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? { value } : { must: `be a whole number from ${min} to ${max}` };
  };

/** `true` or `false`. */
export const boolean: ValueParser<boolean> = (text) =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { must: 'be true or false' };

/** One of a few words. */
export const oneOf =
  <T extends string>(...words: readonly T[]): ValueParser<T> =>
  (text) =>
    words.includes(text as T) ? { value: text as T } : { must: `be one of ${words.join(', ')}` };

/** Any text that is not blank. */
export const text: ValueParser<string> = (given) =>
  given.trim() === '' ? { must: 'not be empty' } : { value: given };

/** A secret of at least `minBytes` bytes of UTF-8. */
export const secret =
  (minBytes: number): ValueParser<string> =>
  (given) =>
    Buffer.byteLength(given) >= minBytes ? { value: given } : { must: `be at least ${minBytes} bytes long` };

// Neither spaces nor backslashes, which the URL parser would quietly repair.
const ABSOLUTE_URL = /^[a-z]+:\/\/[^\s\\/?#][^\s\\]*$/;

/** An absolute URL with one of the schemes; trailing slashes are dropped. */
export const url =
  (...schemes: readonly string[]): ValueParser<string> =>
  (given) =>
    ABSOLUTE_URL.test(given) && URL.canParse(given) && schemes.includes(new URL(given).protocol.slice(0, -1))
      ? { value: given.replace(/\/+$/, '') }
      : { must: `be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}` };
