import type { DataSource } from 'typeorm';

/** What the server depends on cannot be used as it is. The message has one line per fault, which says what to do. */
export class UnmetRequirementsError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`mcp-hub cannot start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'UnmetRequirementsError';
  }
}

/** What a database server and its user offer. */
export interface DatabaseFacts {
  /** As in `server_version_num`. */
  readonly versionNumber: number;
  readonly version: string;
  readonly encoding: string;
  readonly database: string;
  readonly user: string;
  /** Where tables are created; null if the search path has no schema. */
  readonly schema: string | null;
  readonly hasTrigrams: boolean;
  readonly offersTrigrams: boolean;
  readonly mayCreateExtensions: boolean;
  readonly mayCreateTables: boolean;
  /** Whether the user may change the tables of earlier migrations. */
  readonly ownsTables: boolean;
}

const OLDEST = 150_000;

export async function readDatabaseFacts(dataSource: DataSource): Promise<DatabaseFacts> {
  const [facts] = await dataSource.query<[DatabaseFacts]>(
    `SELECT current_setting('server_version_num')::integer AS "versionNumber",
            current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
            current_database() AS database, current_user AS user, current_schema() AS schema,
            EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigrams",
            EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "offersTrigrams",
            has_database_privilege(current_database(), 'CREATE') AS "mayCreateExtensions",
            coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreateTables",
            coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('migration')), true)
              AS "ownsTables"`,
  );
  return facts;
}

/**
 * What keeps the server from running on a database.
 * @param mustMigrate whether there are migrations that this process has to run
 */
export function databaseFaults(facts: DatabaseFacts, mustMigrate: boolean): string[] {
  const { version, versionNumber, encoding } = facts;
  return [
    ...(versionNumber < OLDEST ? [`PostgreSQL ${version} is too old: use PostgreSQL 15 or newer`] : []),
    ...(encoding === 'UTF8'
      ? []
      : [`the database has the encoding ${encoding}: create one with ENCODING 'UTF8' TEMPLATE template0`]),
    ...(mustMigrate ? migrationFaults(facts) : []),
  ];
}

function migrationFaults({ user, schema, database, ...facts }: DatabaseFacts): string[] {
  const faults: string[] = [];
  if (schema === null) {
    faults.push(
      `the search path of the database user ${user} has no schema: ALTER ROLE ${user} RESET search_path`,
    );
  } else if (!facts.mayCreateTables) {
    faults.push(
      `the database user ${user} may not create tables: GRANT CREATE ON SCHEMA ${schema} TO ${user}, or run the command migrate as another user`,
    );
  } else if (!facts.ownsTables) {
    faults.push(
      `the tables do not belong to the database user ${user}: run the command migrate as their owner, or GRANT the owner TO ${user}`,
    );
  }
  if (facts.hasTrigrams) return faults;
  if (!facts.offersTrigrams) {
    faults.push(
      'the database server lacks the extension pg_trgm: install the additional modules of PostgreSQL (contrib)',
    );
  } else if (!facts.mayCreateExtensions) {
    faults.push(
      `the database user ${user} may not create the extension pg_trgm: run CREATE EXTENSION pg_trgm as an administrator, or GRANT CREATE ON DATABASE ${database} TO ${user}`,
    );
  }
  return faults;
}
