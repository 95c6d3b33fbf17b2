// What starts markup; `&` starts an entity.
const MARKUP = /[\\*_[\]<>{}~^|&]/g;

/**
 * Text in the Markdown of OSCAL. Names and messages contain what the author of a server chose: no link, image or HTML
 * may come of it. Code between backticks stays as it is.
 */
export const oscalText = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(MARKUP, String.raw`\$&`)))
    .join('');
