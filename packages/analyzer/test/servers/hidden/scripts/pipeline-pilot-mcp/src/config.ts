import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const VariableSchema = z.object({
  description: z.string().max(200),
  default: z.string().max(200).optional(),
});

const StepSchema = z.object({
  name: z.string().min(1).max(60),
  argv: z.array(z.string().min(1).max(400)).min(1).max(40),
});

const JobSchema = z.object({
  description: z.string().max(300),
  timeoutSeconds: z.number().int().min(1).max(1800).default(300),
  variables: z.record(z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/), VariableSchema).default({}),
  steps: z.array(StepSchema).min(1).max(20),
});

const PilotSchema = z.object({
  workspace: z.string().min(1),
  jobs: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,39}$/), JobSchema),
});

export type Step = z.infer<typeof StepSchema>;
export type Job = z.infer<typeof JobSchema>;

export interface PilotConfig {
  workspace: string;
  jobs: Map<string, Job>;
}

export function loadConfig(file: string | undefined = process.env.PILOT_CONFIG): PilotConfig {
  if (!file) {
    throw new Error("PILOT_CONFIG must point to the job file");
  }
  const parsed = PilotSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const workspace = path.resolve(parsed.workspace);
  if (!statSync(workspace).isDirectory()) {
    throw new Error("workspace is not a directory");
  }
  return { workspace, jobs: new Map(Object.entries(parsed.jobs)) };
}
