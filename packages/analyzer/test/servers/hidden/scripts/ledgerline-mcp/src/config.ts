import { readFileSync } from "node:fs";
import { z } from "zod";

const KeySchema = z.object({
  name: z.string().min(1).max(60),
  role: z.enum(["support", "finance"]),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Role = z.infer<typeof KeySchema>["role"];
export type KeyEntry = z.infer<typeof KeySchema>;

export interface Config {
  apiUrl: URL;
  apiKey: string;
  keys: KeyEntry[];
  port: number;
  allowedHosts: string[];
  allowedOrigins: string[];
  maxRefund: number;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function list(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);
}

export function loadConfig(): Config {
  const apiUrl = new URL(required("LEDGERLINE_API_URL"));
  if (apiUrl.protocol !== "https:") throw new Error("LEDGERLINE_API_URL must use https");

  const keys = z
    .array(KeySchema)
    .min(1)
    .parse(JSON.parse(readFileSync(required("LEDGERLINE_KEYS_FILE"), "utf8")));

  const port = z.coerce.number().int().min(1).max(65535).parse(process.env.LEDGERLINE_PORT ?? "8741");
  const hosts = list(process.env.LEDGERLINE_ALLOWED_HOSTS);

  return {
    apiUrl,
    apiKey: required("LEDGERLINE_API_KEY"),
    keys,
    port,
    allowedHosts: hosts.length > 0 ? hosts : [`127.0.0.1:${port}`, `localhost:${port}`],
    allowedOrigins: list(process.env.LEDGERLINE_ALLOWED_ORIGINS),
    maxRefund: z.coerce.number().int().positive().parse(process.env.LEDGERLINE_MAX_REFUND ?? "50000"),
  };
}
