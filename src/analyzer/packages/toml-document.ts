import { parse } from 'smol-toml';
import type { Fields } from './values.js';

/**
 * A TOML document. Whole numbers beyond what a number holds are bigint.
 * @throws TomlError, which names the line
 */
export const readToml = (text: string): Fields => parse(text, { integersAsBigInt: 'asNeeded' });
