import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const prepared = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by test/support/global-setup.mjs`);
  return value;
};

/** The folder of the test run. */
export const preparedFolder = (): string => prepared('MCP_HUB_TEST_FOLDER');

/** A data directory with a migrated database; for test runs on the embedded database. */
export const templateDirectory = (): string => join(preparedFolder(), 'template');

/** The name of a migrated database; for test runs on a PostgreSQL server. */
export const templateDatabase = (): string => prepared('MCP_HUB_TEST_TEMPLATE');

/** `docs/openapi/<name>.yaml` */
export const openApiDocument = (name: 'registry' | 'v1'): unknown =>
  JSON.parse(readFileSync(join(preparedFolder(), `${name}.json`), 'utf8'));
