import { z } from "zod";

const Env = z.object({
  PULSE_API_URL: z
    .string()
    .url()
    .refine((value) => new URL(value).protocol === "https:"),
  PULSE_API_KEY: z.string().min(16),
  PULSE_ACCESS_TOKEN: z.string().min(32),
  PULSE_PORT: z.coerce.number().int().min(1024).max(65535).default(7788),
  PULSE_ORIGINS: z.string().default(""),
});

export interface Config {
  apiUrl: string;
  apiKey: string;
  accessToken: string;
  port: number;
  hosts: Set<string>;
  origins: Set<string>;
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const result = Env.safeParse(env);
  if (!result.success) {
    const names = result.error.issues.map((issue) => issue.path.join("."));
    throw new Error(`Missing or wrong settings: ${names.join(", ")}`);
  }
  const values = result.data;
  return {
    apiUrl: values.PULSE_API_URL,
    apiKey: values.PULSE_API_KEY,
    accessToken: values.PULSE_ACCESS_TOKEN,
    port: values.PULSE_PORT,
    hosts: new Set([`127.0.0.1:${values.PULSE_PORT}`, `localhost:${values.PULSE_PORT}`]),
    origins: new Set(values.PULSE_ORIGINS.split(",").map((origin) => origin.trim()).filter(Boolean)),
  };
}
