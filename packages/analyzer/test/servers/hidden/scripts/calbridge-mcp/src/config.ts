import { z } from "zod";

const https = z
  .string()
  .url()
  .refine((value) => new URL(value).protocol === "https:", "has to use https");

const Env = z.object({
  CALBRIDGE_AUTH_URL: https,
  CALBRIDGE_API_URL: https,
  CALBRIDGE_CLIENT_ID: z.string().min(4).max(200),
  CALBRIDGE_STATE_DIR: z.string().min(1).optional(),
});

export interface Config {
  authUrl: string;
  apiUrl: string;
  clientId: string;
  stateDir?: string;
}

export function loadConfig(): Config {
  const result = Env.safeParse(process.env);
  if (!result.success) {
    throw new Error(`Check ${result.error.issues.map((issue) => issue.path.join(".")).join(", ")}`);
  }
  const env = result.data;
  return {
    authUrl: env.CALBRIDGE_AUTH_URL,
    apiUrl: env.CALBRIDGE_API_URL,
    clientId: env.CALBRIDGE_CLIENT_ID,
    stateDir: env.CALBRIDGE_STATE_DIR,
  };
}
