import { z } from "zod";

const SettingsSchema = z.object({
  MAILROOM_RELAY_URL: z
    .string()
    .url()
    .refine((value) => value.startsWith("https://"), "must use https"),
  MAILROOM_RELAY_KEY: z.string().min(20),
  MAILROOM_DOMAINS: z.string().min(3),
  MAILROOM_ACCESS_TOKEN: z.string().min(24).optional(),
  MAILROOM_PORT: z.coerce.number().int().min(1024).max(65535).default(7420),
});

export interface Settings {
  relay: { url: URL; key: string };
  domains: Set<string>;
  access: { token?: string };
  port: number;
}

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const parsed = SettingsSchema.safeParse(env);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join("."));
    throw new Error(`Check these settings: ${names.join(", ")}`);
  }
  const values = parsed.data;
  return {
    relay: { url: new URL(values.MAILROOM_RELAY_URL), key: values.MAILROOM_RELAY_KEY },
    domains: new Set(values.MAILROOM_DOMAINS.split(",").map((domain) => domain.trim().toLowerCase())),
    access: { token: values.MAILROOM_ACCESS_TOKEN },
    port: values.MAILROOM_PORT,
  };
}
