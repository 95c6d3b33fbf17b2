import names from './names.json' with { type: 'json' };

/** The calls with an SQL argument: the path of the function, and the index of the statement. */

const JAVASCRIPT = [
  ...names.sqlCalls.postgresClients.flatMap((each) => [`${each}.query`, `${each}.exec`]),
  ...names.sqlCalls.mysqlClients.flatMap((each) => [`${each}.query`, `${each}.execute`, `${each}.batch`]),
  ...names.sqlCalls.embeddedDatabases.flatMap((each) =>
    names.sqlCalls.embeddedMethods.map((method) => `${each}.${method}`),
  ),
  ...['knex()', 'knex.Knex()', 'knex.knex()', 'knex'].map((each) => `${each}.raw`),
  ...['sequelize.Sequelize()', 'sequelize-typescript.Sequelize()'].flatMap((each) => [
    `${each}.query`,
    `${each}.literal`,
  ]),
  'sequelize.Sequelize.literal',
  'sequelize.literal',
  ...['@prisma/client.PrismaClient()', '@prisma/client.Prisma.TransactionClient()'].flatMap((each) => [
    `${each}.$queryRawUnsafe`,
    `${each}.$executeRawUnsafe`,
  ]),
  '@prisma/client.Prisma.raw',
  'drizzle-orm.sql.raw',
  ...[
    'typeorm.DataSource()',
    'typeorm.EntityManager()',
    'typeorm.QueryRunner()',
    'typeorm.Repository()',
    'typeorm.createConnection()',
  ].map((each) => `${each}.query`),
  'postgres().unsafe',
  'mssql.query',
  'mssql.Request().query',
  'mssql.Request().batch',
  'mssql.connect().query',
  'mssql.connect().request().query',
  'mssql.ConnectionPool().request().query',
  'mssql.ConnectionPool().query',
  'mssql.ConnectionPool().connect().request().query',
  'oracledb.getConnection().execute',
  '@libsql/client.createClient().execute',
  '@libsql/client.createClient().batch',
  '@clickhouse/client.createClient().query',
  '@clickhouse/client.createClient().command',
  '@clickhouse/client.createClient().exec',
  '@google-cloud/bigquery.BigQuery().query',
  '@google-cloud/bigquery.BigQuery().createQueryJob',
  'snowflake-sdk.createConnection().execute',
  'cassandra-driver.Client().execute',
  'alasql',
];

const CURSOR_METHODS = ['execute', 'executemany', 'executescript', 'exec_driver_sql', 'query', 'sql'];

const PYTHON = [
  ...names.sqlCalls.cursors.flatMap((each) => CURSOR_METHODS.map((method) => `${each}.${method}`)),
  ...['asyncpg.Connection()', 'asyncpg.Pool()'].flatMap((each) =>
    ['fetch', 'fetchrow', 'fetchval', 'execute', 'executemany', 'prepare', 'cursor'].map(
      (method) => `${each}.${method}`,
    ),
  ),
  ...['databases.Database()'].flatMap((each) =>
    ['fetch_all', 'fetch_one', 'fetch_val', 'execute', 'execute_many', 'iterate'].map(
      (method) => `${each}.${method}`,
    ),
  ),
  'sqlalchemy.text',
  'sqlalchemy.sql.text',
  'sqlalchemy.sql.expression.text',
  'sqlmodel.text',
  'sqlalchemy.literal_column',
  'sqlalchemy.sql.expression.literal_column',
  'pandas.read_sql',
  'pandas.read_sql_query',
  'polars.read_database',
  'clickhouse_connect.get_client().query',
  'clickhouse_connect.get_client().command',
  'django.db.models.expressions.RawSQL',
  'psycopg.sql.SQL',
  'psycopg2.sql.SQL',
  'peewee.SQL',
];

const GO_TYPES = [
  'database/sql.DB()',
  'database/sql.Tx()',
  'database/sql.Conn()',
  'github.com/jmoiron/sqlx.DB()',
  'github.com/jmoiron/sqlx.Tx()',
];

/** Methods whose first argument is the statement. */
export const SQL_FIRST: readonly string[] = [
  ...JAVASCRIPT,
  ...PYTHON,
  ...GO_TYPES.flatMap((type) => names.sqlCalls.goStatementMethods.map((method) => `${type}.${method}`)),
  ...names.sqlCalls.gormMethods.map((method) => `gorm.io/gorm.DB().${method}`),
  'gorm.io/gorm.Expr',
];

/** Methods whose second argument is the statement, after a context or a destination. */
export const SQL_SECOND: readonly string[] = [
  ...GO_TYPES.flatMap((type) => names.sqlCalls.goContextMethods.map((method) => `${type}.${method}`)),
  ...[
    'github.com/jackc/pgx/v5.Conn()',
    'github.com/jackc/pgx/v5.Tx()',
    'github.com/jackc/pgx/v5/pgxpool.Pool()',
    'github.com/jackc/pgx/v4.Conn()',
    'github.com/jackc/pgx/v4/pgxpool.Pool()',
  ].flatMap((type) => ['Query', 'QueryRow', 'Exec', 'Prepare'].map((method) => `${type}.${method}`)),
];

/** Methods whose third argument is the statement, after a context and a destination. */
export const SQL_THIRD: readonly string[] = GO_TYPES.flatMap((type) =>
  ['GetContext', 'SelectContext'].map((method) => `${type}.${method}`),
);

/** Methods that run statements in many libraries: they count when the text is SQL. */
export const SQL_METHODS: readonly string[] = names.sqlCalls.sqlMethods;

/** Methods of query builders that only take raw SQL fragments. */
export const SQL_PIECES: readonly string[] = names.sqlCalls.sqlPieces;
