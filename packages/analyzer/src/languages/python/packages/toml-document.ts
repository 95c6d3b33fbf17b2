import { parse, TomlError } from 'smol-toml';
import { UnreadablePackaging } from '../../../packages/packaging-file.js';
import type { Fields } from '../../../packages/values.js';

/**
 * Parses a TOML document. Integers beyond the safe range are bigint.
 * @throws UnreadablePackaging with only the location: the parser's message quotes the text, which may contain a
 * credential
 */
export function readToml(text: string): Fields {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    const position = error instanceof TomlError ? ` at line ${error.line}, column ${error.column}` : '';
    throw new UnreadablePackaging(`is not valid TOML${position}`);
  }
}
