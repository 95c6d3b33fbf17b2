import { parse, TomlError } from 'smol-toml';
import { UnreadablePackaging } from '../../../packages/packaging-file.js';
import type { Fields } from '../../../packages/values.js';

/**
 * A TOML document. Whole numbers beyond what a number holds are bigint.
 * @throws UnreadablePackaging with the place alone: the parser's message quotes the text, which may be a credential
 */
export function readToml(text: string): Fields {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    const place = error instanceof TomlError ? ` at line ${error.line}, column ${error.column}` : '';
    throw new UnreadablePackaging(`is not valid TOML${place}`);
  }
}
