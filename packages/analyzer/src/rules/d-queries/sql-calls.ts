/** The calls whose argument is surely SQL: paths of methods, and the place of the statement. */

const JAVASCRIPT = [
  ...['pg.Client()', 'pg.Pool()', 'pg.PoolClient()', 'pg.Pool().connect()', '@neondatabase/serverless.Pool()', '@neondatabase/serverless.Client()', '@vercel/postgres.createPool()', '@electric-sql/pglite.PGlite()'].flatMap((each) => [`${each}.query`, `${each}.exec`]), // prettier-ignore
  ...['mysql2.createConnection()', 'mysql2.createPool()', 'mysql2.Pool()', 'mysql2.Connection()', 'mysql2.PoolConnection()', 'mysql2.createPool().getConnection()', 'mysql2.createPool().promise()', 'mysql2.createConnection().promise()'].flatMap((each) => [`${each}.query`, `${each}.execute`, `${each}.batch`]), // prettier-ignore
  ...['better-sqlite3()', 'better-sqlite3.Database()', 'sqlite3.Database()', 'sqlite3.open()', 'sqlite3.DatabaseSync()', 'sqlite3.verbose().Database()', 'bun:sqlite.Database()', 'sql.js.Database()', 'duckdb.Database()', 'duckdb.Database().connect()', 'duckdb-async.Database.create()', '@duckdb/node-api.DuckDBConnection()'].flatMap((each) => ['prepare', 'exec', 'all', 'get', 'run', 'each', 'query', 'iterate', 'pragma', 'runAndReadAll', 'stream'].map((method) => `${each}.${method}`)), // prettier-ignore
  ...['knex()', 'knex.Knex()', 'knex.knex()', 'knex'].map((each) => `${each}.raw`),
  ...['sequelize.Sequelize()', 'sequelize-typescript.Sequelize()'].flatMap((each) => [`${each}.query`, `${each}.literal`]), // prettier-ignore
  'sequelize.Sequelize.literal', 'sequelize.literal',
  ...['@prisma/client.PrismaClient()', '@prisma/client.Prisma.TransactionClient()'].flatMap((each) => [`${each}.$queryRawUnsafe`, `${each}.$executeRawUnsafe`]), // prettier-ignore
  '@prisma/client.Prisma.raw', 'drizzle-orm.sql.raw',
  ...['typeorm.DataSource()', 'typeorm.EntityManager()', 'typeorm.QueryRunner()', 'typeorm.Repository()', 'typeorm.createConnection()'].map((each) => `${each}.query`), // prettier-ignore
  'postgres().unsafe', 'mssql.query', 'mssql.Request().query', 'mssql.Request().batch', 'mssql.connect().query',
  'mssql.connect().request().query', 'mssql.ConnectionPool().request().query', 'mssql.ConnectionPool().query',
  'mssql.ConnectionPool().connect().request().query',
  'oracledb.getConnection().execute', '@libsql/client.createClient().execute', '@libsql/client.createClient().batch',
  '@clickhouse/client.createClient().query', '@clickhouse/client.createClient().command', '@clickhouse/client.createClient().exec',
  '@google-cloud/bigquery.BigQuery().query', '@google-cloud/bigquery.BigQuery().createQueryJob',
  'snowflake-sdk.createConnection().execute', 'cassandra-driver.Client().execute', 'alasql',
]; // prettier-ignore

const CURSOR_METHODS = ['execute', 'executemany', 'executescript', 'exec_driver_sql', 'query', 'sql'];

const PYTHON = [
  ...['sqlite3.Cursor()', 'sqlite3.Connection()', 'psycopg.Cursor()', 'psycopg.Connection()', 'mysql.Cursor()', 'mysql.Connection()', 'duckdb', 'duckdb.connect()', 'duckdb.connect().cursor()', 'pyodbc.connect()', 'pyodbc.connect().cursor()', 'oracledb.connect().cursor()', 'cx_Oracle.connect().cursor()', 'snowflake.connector.connect().cursor()', 'trino.dbapi.connect().cursor()', 'pymssql.connect().cursor()', 'clickhouse_driver.Client()', 'databricks.sql.connect().cursor()', 'redshift_connector.connect().cursor()', 'vertica_python.connect().cursor()', 'django.db.connection.cursor()', 'jaydebeapi.connect().cursor()', 'ibm_db', 'aiomysql.connect().cursor()', 'asyncmy.connect().cursor()', 'peewee.SqliteDatabase()', 'pyspark.sql.SparkSession()', 'google.cloud.bigquery.Client()'].flatMap((each) => CURSOR_METHODS.map((method) => `${each}.${method}`)), // prettier-ignore
  ...['asyncpg.Connection()', 'asyncpg.Pool()'].flatMap((each) => ['fetch', 'fetchrow', 'fetchval', 'execute', 'executemany', 'prepare', 'cursor'].map((method) => `${each}.${method}`)), // prettier-ignore
  ...['databases.Database()'].flatMap((each) => ['fetch_all', 'fetch_one', 'fetch_val', 'execute', 'execute_many', 'iterate'].map((method) => `${each}.${method}`)), // prettier-ignore
  'sqlalchemy.text', 'sqlalchemy.sql.text', 'sqlalchemy.sql.expression.text', 'sqlmodel.text', 'sqlalchemy.literal_column',
  'sqlalchemy.sql.expression.literal_column', 'pandas.read_sql', 'pandas.read_sql_query', 'polars.read_database',
  'clickhouse_connect.get_client().query', 'clickhouse_connect.get_client().command', 'django.db.models.expressions.RawSQL',
  'psycopg.sql.SQL', 'psycopg2.sql.SQL', 'peewee.SQL',
]; // prettier-ignore

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
  ...GO_TYPES.flatMap((type) => ['Query', 'QueryRow', 'Exec', 'Prepare', 'Queryx', 'QueryRowx', 'MustExec', 'NamedExec', 'NamedQuery', 'Preparex'].map((method) => `${type}.${method}`)), // prettier-ignore
  ...['Raw', 'Exec', 'Where', 'Having', 'Order', 'Group', 'Joins', 'Select', 'Table', 'Or', 'Not'].map((method) => `gorm.io/gorm.DB().${method}`), // prettier-ignore
  'gorm.io/gorm.Expr',
]; // prettier-ignore

/** Methods whose second argument is the statement, after a context or a destination. */
export const SQL_SECOND: readonly string[] = [
  ...GO_TYPES.flatMap((type) => ['QueryContext', 'QueryRowContext', 'ExecContext', 'PrepareContext', 'Get', 'Select', 'QueryxContext', 'NamedExecContext', 'MustExecContext'].map((method) => `${type}.${method}`)), // prettier-ignore
  ...['github.com/jackc/pgx/v5.Conn()', 'github.com/jackc/pgx/v5.Tx()', 'github.com/jackc/pgx/v5/pgxpool.Pool()', 'github.com/jackc/pgx/v4.Conn()', 'github.com/jackc/pgx/v4/pgxpool.Pool()'].flatMap((type) => ['Query', 'QueryRow', 'Exec', 'Prepare'].map((method) => `${type}.${method}`)), // prettier-ignore
];

/** Methods whose third argument is the statement, after a context and a destination. */
export const SQL_THIRD: readonly string[] = GO_TYPES.flatMap((type) =>
  ['GetContext', 'SelectContext'].map((method) => `${type}.${method}`),
);

/** Methods that take statements in many libraries: they count when the text is one. */
export const SQL_METHODS: readonly string[] = [
  'query', 'execute', 'exec', 'executemany', 'executescript', 'execute_query', 'execute_sql', 'executeQuery', 'executeSql', 'exec_driver_sql',
  'raw', 'sql', 'run', 'all', 'get', 'each', 'prepare', 'fetch', 'fetchrow', 'fetchval', 'fetch_all', 'fetch_one', 'fetchAll', 'fetchOne',
  'read_sql', 'read_sql_query', 'command', 'unsafe', 'batch', 'literal', 'runQuery', 'run_query', 'queryRaw', 'simple', 'any', 'one', 'many', 'none', 'oneOrNone', 'manyOrNone', 'queryObject', 'queryArray',
  '$queryRawUnsafe', '$executeRawUnsafe', 'whereRaw', 'orderByRaw', 'havingRaw', 'selectRaw', 'joinRaw', 'fromRaw', 'groupByRaw',
  'Query', 'QueryRow', 'QueryContext', 'QueryRowContext', 'Exec', 'ExecContext', 'Prepare', 'PrepareContext', 'Raw', 'Select', 'Get', 'Queryx', 'MustExec',
]; // prettier-ignore

/** Methods of query builders that take pieces of SQL and nothing else. */
export const SQL_PIECES: readonly string[] = ['whereRaw', 'orderByRaw', 'havingRaw', 'joinRaw', 'groupByRaw', 'fromRaw', '$queryRawUnsafe', '$executeRawUnsafe', 'exec_driver_sql']; // prettier-ignore
