import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** The version of the product, as its package names it. */
export const PRODUCT_VERSION = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
