import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const prepared = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by test/support/global-setup.mjs`);
  return value;
};

/** A data directory with a migrated database; for test runs on the embedded database. */
export const templateDirectory = (): string => join(prepared('MCP_HUB_TEST_FOLDER'), 'template');

/** The name of a migrated database; for test runs on a PostgreSQL server. */
export const templateDatabase = (): string => prepared('MCP_HUB_TEST_TEMPLATE');

/** `docs/openapi/<name>.yaml` */
export const openApiDocument = (name: 'registry' | 'v1'): unknown =>
  JSON.parse(readFileSync(join(prepared('MCP_HUB_TEST_FOLDER'), `${name}.json`), 'utf8'));
