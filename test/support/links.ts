/**
 * Texts that mail programs turn into links, each pattern broader than in any of them: schemes, host names and addresses with any
 * ending, e-mail addresses, paths of shares, telephone numbers.
 */
const LINKS = [
  /\p{L}[\p{L}\p{N}+.-]*:\S/gu,
  /[\p{L}\p{N}_-][.\u3002\uff0e\uff61\u2024\ufe52][\p{L}\p{N}_-]/gu,
  /[@\uff20\ufe6b](?!\])/gu,
  /(?:\/\/|\\\\)\S/gu,
  /(?<![\p{L}\p{Nd}])\p{Nd}(?:[^\p{L}\p{Nd}\n]{0,3}\p{Nd}){6,}(?![\p{L}\p{Nd}])/gu,
];

/** The parts of a text that a mail program could turn into a link. */
export const linksIn = (text: string): string[] => LINKS.flatMap((form) => text.match(form) ?? []);
