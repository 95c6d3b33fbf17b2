import { UnreadablePackaging } from './packaging-file.js';

/**
 * Parses a JSON document.
 * @throws UnreadablePackaging with a message of its own: the parser's would quote the text, which may be a credential
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadablePackaging('is not valid JSON');
  }
}
