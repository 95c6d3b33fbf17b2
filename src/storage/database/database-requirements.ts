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
  /** The schema of the extension, if migrations do not find it there. */
  readonly hiddenTrigrams: string | null;
  readonly offersTrigrams: boolean;
  readonly mayCreateExtensions: boolean;
  readonly mayCreateTables: boolean;
  /** Whether the user may change the tables of earlier migrations. */
  readonly ownsTables: boolean;
  readonly readsMigrations: boolean;
  /** Tables and views that the user may not read, and those that they may not change, in the order of their names. */
  readonly unreadable: readonly string[];
  readonly unwritable: readonly string[];
}

/** What this process does with the database. */
export interface DatabaseUse {
  /** Whether there are migrations that it has to run. */
  readonly migrates: boolean;
  readonly writes: boolean;
}

const OLDEST = 150_000;

// Tables of others in the same schema have another owner.
const LACKING = (name: string, condition: string): string => `
  (SELECT coalesce(array_agg(c.relname::text ORDER BY c.relname), '{}')
     FROM pg_class c JOIN pg_class m ON m.relnamespace = c.relnamespace AND m.relowner = c.relowner
    WHERE m.oid = to_regclass('migration') AND c.relkind IN ('r', 'p', 'v') AND ${condition}) AS "${name}"`;

export async function readDatabaseFacts(dataSource: DataSource): Promise<DatabaseFacts> {
  const [facts] = await dataSource.query<[DatabaseFacts]>(
    `SELECT current_setting('server_version_num')::integer AS "versionNumber",
            current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
            quote_ident(current_database()) AS database, quote_ident(current_user) AS user,
            quote_ident(current_schema()) AS schema,
            EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigrams",
            EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "offersTrigrams",
            has_database_privilege(current_database(), 'CREATE') AS "mayCreateExtensions",
            coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreateTables",
            coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('migration')), true)
              AS "ownsTables",
            coalesce(has_table_privilege(to_regclass('migration'), 'SELECT'), true) AS "readsMigrations",
            (SELECT quote_ident(n.nspname) FROM pg_opclass o JOIN pg_namespace n ON n.oid = o.opcnamespace
              WHERE o.opcname = 'gin_trgm_ops' AND NOT pg_opclass_is_visible(o.oid)) AS "hiddenTrigrams",
            ${LACKING('unreadable', `NOT has_table_privilege(c.oid, 'SELECT')`)},
            ${LACKING(
              'unwritable',
              `c.relkind <> 'v' AND c.relname <> 'migration' AND NOT (
                 has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE') AND
                 has_table_privilege(c.oid, 'DELETE'))`,
            )}`,
  );
  return facts;
}

/** What keeps the server from running on a database, one line per fault. */
export function databaseFaults(facts: DatabaseFacts, { migrates, writes }: DatabaseUse): string[] {
  const { version, versionNumber, encoding } = facts;
  return [
    ...(versionNumber < OLDEST ? [`PostgreSQL ${version} is too old: use PostgreSQL 15 or newer`] : []),
    ...(encoding === 'UTF8'
      ? []
      : [`the database has the encoding ${encoding}: create one with ENCODING 'UTF8' TEMPLATE template0`]),
    ...accessFaults(facts, writes),
    ...(migrates ? migrationFaults(facts) : []),
  ];
}

const MAX_NAMED = 3;

function someOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Who owns the tables may do everything with them. */
function accessFaults({ user, schema, unreadable, unwritable }: DatabaseFacts, writes: boolean): string[] {
  const lacking = writes ? [...new Set([...unreadable, ...unwritable])].sort() : unreadable;
  if (lacking.length === 0) return [];
  const [verbs, rights] = writes ? ['read and write', 'SELECT, INSERT, UPDATE, DELETE'] : ['read', 'SELECT'];
  return [
    `the database user ${user} may not ${verbs} ${someOf(lacking)}: GRANT ${rights} ON ALL TABLES IN SCHEMA ${schema} TO ${user}`,
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
  if (facts.hiddenTrigrams !== null) {
    faults.push(
      `the extension pg_trgm is in the schema ${facts.hiddenTrigrams}, outside of the search path: ALTER EXTENSION pg_trgm SET SCHEMA ${schema}, or ALTER ROLE ${user} SET search_path = ${schema}, ${facts.hiddenTrigrams}`,
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
