export interface Config {
  databaseUrl: string;
  maxRows: number;
}

export function loadConfig(): Config {
  const databaseUrl = process.env.REPORTING_DB_URL;
  if (!databaseUrl) {
    throw new Error("REPORTING_DB_URL is not set, for example postgres://user:password@localhost:5432/reporting");
  }
  return {
    databaseUrl,
    maxRows: Math.min(Number(process.env.MAX_ROWS ?? 100), 1000),
  };
}
