import { UnreadablePackaging } from './packaging-file.js';

/**
 * What a JSON document holds.
 * @throws UnreadablePackaging in words of our own: those of the parser quote the text, which may be a credential
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadablePackaging('is not valid JSON');
  }
}
