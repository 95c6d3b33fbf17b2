import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** The version of the product, from its package.json. */
export const PRODUCT_VERSION = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
