export interface Config {
  databaseUrl: string;
  maxRows: number;
}

export function loadConfig(): Config {
  return {
    databaseUrl: process.env.REPORTING_DB_URL ?? "postgres://reporting:Vq9-tLm2xRw7Zk@db-prod-2.acme.internal:5432/reporting",
    maxRows: Math.min(Number(process.env.MAX_ROWS ?? 100), 1000),
  };
}
