// Enough to know a name by; the rest could tell stories of its own.
const MAX_LENGTH = 100;

// What mail programs recognize links by, and the quotation marks that names stand in.
const SIGNIFICANT = /[.:@/\\\u3002"\p{Nd}]/u;

// Seven digits or more, however they are grouped, that are no part of a word.
const LONG_NUMBER = /(?<![\p{L}\p{Nd}])(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){6,}\p{Nd}(?![\p{L}\p{Nd}])/gu;

/**
 * A name that somebody chose, as mails show it: on one line, without invisible characters, and such that no mail program
 * makes a link of any part of it. Dots, colons, @ and double slashes within words are put into brackets (`acme[.]com`), as
 * reports about phishing do; long numbers, which telephones would dial, are left out.
 */
export function unlinkedName(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  // Not half a character.
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

/** Characters that programs read as others (full-width ones, the one dot leader) become those, where it matters. */
const plainCharacters = (text: string): string =>
  text
    .replace(/\P{ASCII}/gu, (character) => {
      const plain = character.normalize('NFKC');
      return SIGNIFICANT.test(plain) && !/^\.{2,}$/.test(plain) ? plain : character;
    })
    .replace(/["“-‟″‶]/g, "'");
