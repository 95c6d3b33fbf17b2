// Enough to identify a name, and too short to carry a message.
const MAX_LENGTH = 100;

// Characters by which mail programs detect links, and the quotation marks around names.
const SIGNIFICANT = /[.:@/\\\u3002"\p{Nd}]/u;

// Seven or more digits, grouped in any way, that are not part of a word.
const LONG_NUMBER = /(?<![\p{L}\p{Nd}])(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){6,}\p{Nd}(?![\p{L}\p{Nd}])/gu;

/**
 * A user-chosen name for a mail: on one line, without invisible characters, and without anything that a mail program
 * turns into a link. Dots, colons, @ and double slashes within words are put in brackets (`acme[.]com`, as in phishing
 * reports); long numbers, which phones would turn into links, are replaced.
 */
export function unlinkedName(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  // Never cut a surrogate pair.
  const shown = line.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, '');
  return withoutLinks(plainCharacters(shown)) + (shown.length < line.length ? '…' : '');
}

const withoutLinks = (text: string): string =>
  text
    .replace(LONG_NUMBER, '[number]')
    .replace(/@/g, '[@]')
    .replace(/(?<=\S)[.\u3002](?=\S)/gu, '[$&]')
    .replace(/:(?! )/g, '[:]')
    .replace(/[/\\]{2,}/g, (slashes) => slashes.replace(/./g, '[$&]'));

/** Replaces characters that are treated as equivalents of significant ones (full-width forms, the one dot leader). */
const plainCharacters = (text: string): string =>
  text
    .replace(/\P{ASCII}/gu, (character) => {
      const plain = character.normalize('NFKC');
      return SIGNIFICANT.test(plain) && !/^\.{2,}$/.test(plain) ? plain : character;
    })
    .replace(/["“-‟″‶]/g, "'");
