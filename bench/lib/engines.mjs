import { withPostgresDatabases } from './postgres.mjs';

/**
 * Measures on the embedded database, then on fresh databases of the PostgreSQL server if there is one. Returns the rows of both.
 * @param {import('../run.mjs').Options} options
 * @param {number} databases
 * @param {(engine: string, urls: string[]) => Promise<object | object[]>} measure `urls` are the databases; empty for the
 * embedded database.
 */
export async function onEachEngine({ postgres }, databases, measure) {
  const embedded = await measure('embedded database', []);
  const served = await withPostgresDatabases(postgres, databases, (urls) =>
    measure('PostgreSQL server', urls),
  );
  return [embedded, served ?? []].flat();
}
