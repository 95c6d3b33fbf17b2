import { z } from "zod";
const Env = z.object({
  OPENAI_API_KEY: z.string().min(1, "OPENAI_API_KEY is required (for example sk-...)"),
  OPENAI_BASE_URL: z.string().url().default("https://api.openai.com/v1"),
  TIMEOUT_MS: z.coerce.number().int().positive().default(10_000),
});
export type Config = z.infer<typeof Env>;
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Env.safeParse(env);
  if (!parsed.success) {
    const names = parsed.error.issues.map((i) => i.path.join("."));
    throw new Error(`Invalid configuration: ${names.join(", ")}`);
  }
  return parsed.data;
}
