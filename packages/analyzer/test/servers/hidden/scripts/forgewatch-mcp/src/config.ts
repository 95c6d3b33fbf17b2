import { z } from "zod";

const schema = z.object({
  FORGE_URL: z
    .string()
    .url()
    .refine((value) => value.startsWith("https://")),
  FORGE_TOKEN: z.string().min(10),
  FORGE_REPO: z.string().regex(/^[A-Za-z0-9][\w.-]{0,60}\/[A-Za-z0-9][\w.-]{0,90}$/),
});

export interface ForgeConfig {
  url: string;
  token: string;
  repo: string;
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env): ForgeConfig {
  const { success, data, error } = schema.safeParse(env);
  if (!success) {
    throw new Error(`Missing or wrong: ${error.issues.map((issue) => issue.path.join(".")).join(", ")}`);
  }
  return { url: data.FORGE_URL, token: data.FORGE_TOKEN, repo: data.FORGE_REPO };
}
