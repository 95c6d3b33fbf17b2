import { readFileSync } from "node:fs";
import type { PoolConfig } from "pg";

export interface AppConfig {
  pool: PoolConfig;
  region?: string;
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env): AppConfig {
  const connectionString = env.CRM_DATABASE_URL;
  if (!connectionString) throw new Error("CRM_DATABASE_URL is not set");

  const { hostname } = new URL(connectionString);
  const local = hostname === "localhost" || hostname === "127.0.0.1";
  const ca = env.CRM_DATABASE_CA ? readFileSync(env.CRM_DATABASE_CA, "utf8") : undefined;

  return {
    pool: {
      connectionString,
      ssl: local ? undefined : { ca, rejectUnauthorized: true },
      max: 4,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 5_000,
      query_timeout: 6_000,
    },
    region: env.CRM_REGION || undefined,
  };
}
