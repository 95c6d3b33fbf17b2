import pg from 'pg';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';

type DatabaseServer = OpenDatabase['server'];

/** Everything besides rows that a test may change: functions, triggers, columns, constraints, indexes, views. */
const SCHEMA = `
  SELECT md5(string_agg(part, E'\\n' ORDER BY part)) AS fingerprint
    FROM (
      SELECT pg_get_functiondef(p.oid) AS part
        FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
       WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND l.lanname IN ('sql', 'plpgsql')
      UNION ALL SELECT t.tgenabled::text || pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal
      UNION ALL
      SELECT concat_ws(' ', c.relname, c.relkind, c.reloptions, a.attname, a.atttypid, a.attnotnull,
                       pg_get_expr(d.adbin, d.adrelid))
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE c.relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT conrelid::regclass::text || convalidated || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT viewname || definition FROM pg_views WHERE schemaname = 'public'
      UNION ALL
      SELECT concat_ws(' ', setdatabase, setrole, setconfig) FROM pg_db_role_setting
       WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS parts`;

const TABLES = `
  SELECT c.relname AS name,
         (SELECT string_agg(quote_ident(a.attname), ', ') FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`;

// TRUNCATE keeps statistics; plans for an empty database need none.
const FORGET_STATISTICS = `
  DELETE FROM pg_statistic
   WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`;

// Sessions of a killed application may still hold locks.
const END_OTHER_SESSIONS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid()`;

interface Table {
  readonly name: string;
  readonly columns: string;
}

/** Resets a database to its migrated state: the rows of the migrations and no others. */
export class DatabaseReset {
  private constructor(
    private readonly server: DatabaseServer,
    private readonly tables: readonly Table[],
    /** Tables with rows from migrations. */
    private readonly seeded: readonly Table[],
    private readonly schema: string,
  ) {}

  /** Records the state of a migrated database. The rows of its migrations are kept in a separate schema. */
  static async of(server: DatabaseServer): Promise<DatabaseReset> {
    return connected(server, async (client) => {
      const { rows: tables } = await client.query<Table>(TABLES);
      const seeded = await filledTables(client, tables);
      await client.query('CREATE SCHEMA pristine');
      for (const { name } of seeded) {
        await client.query(`CREATE TABLE pristine.${name} AS TABLE public.${name}`);
      }
      return new DatabaseReset(server, tables, seeded, await schemaOf(client));
    });
  }

  /** @returns false when the schema has changed, so that the database cannot be reused */
  async run(): Promise<boolean> {
    return connected(this.server, async (client) => {
      if (typeof this.server === 'string') await client.query(END_OTHER_SESSIONS);
      if ((await schemaOf(client)) !== this.schema) return false;
      // No triggers: some refuse to delete rows, others would fill tables that are filled here.
      await client.query('SET session_replication_role = replica');
      const filled = await filledTables(client, this.tables);
      await truncate(
        client,
        filled.filter((table) => !this.seeded.includes(table)),
        'RESTART',
      );
      // Their sequences continue, because the restored rows have the first numbers.
      await truncate(client, this.seeded, 'CONTINUE');
      for (const { name, columns } of this.seeded) {
        await client.query(`INSERT INTO public.${name} (${columns}) SELECT ${columns} FROM pristine.${name}`);
      }
      await client.query(FORGET_STATISTICS);
      // The embedded database has a single session, which continues.
      await client.query('DISCARD ALL');
      return true;
    }).catch(() => false);
  }
}

async function truncate(
  client: pg.Client,
  tables: readonly Table[],
  identity: 'RESTART' | 'CONTINUE',
): Promise<void> {
  if (tables.length === 0) return;
  const names = tables.map(({ name }) => `public.${name}`);
  // CASCADE: a foreign key forbids TRUNCATE even when no row refers to another.
  await client.query(`TRUNCATE ${names.join(', ')} ${identity} IDENTITY CASCADE`);
}

async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ fingerprint: string }>(SCHEMA);
  return rows[0]?.fingerprint ?? '';
}

async function filledTables(client: pg.Client, tables: readonly Table[]): Promise<Table[]> {
  const tests = tables.map(({ name }) => `EXISTS (SELECT FROM public.${name}) AS ${name}`);
  const { rows } = await client.query<Record<string, boolean>>(`SELECT ${tests.join(', ')}`);
  return tables.filter(({ name }) => rows[0]?.[name]);
}

async function connected<T>(server: DatabaseServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(
    typeof server === 'string'
      ? { connectionString: server }
      : {
          host: server.host,
          user: server.user,
          database: server.database,
          ...(server.stream && { stream: server.stream }),
        },
  );
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
