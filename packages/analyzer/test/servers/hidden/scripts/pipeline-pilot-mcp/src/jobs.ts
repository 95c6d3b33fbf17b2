import type { Job, PilotConfig, Step } from "./config.js";
import { PilotError } from "./errors.js";

const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]*)\}\}/g;

export interface PreparedStep {
  name: string;
  argv: string[];
}

export function findJob(config: PilotConfig, name: string): Job {
  const job = config.jobs.get(name);
  if (!job) {
    throw new PilotError(`No job called "${name}". Use list_jobs to see the declared ones.`);
  }
  return job;
}

export function resolveVariables(job: Job, given: Record<string, string>): Map<string, string> {
  const values = new Map<string, string>();
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(job.variables, name)) {
      throw new PilotError(`The job has no variable ${name}.`);
    }
  }
  for (const [name, declared] of Object.entries(job.variables)) {
    const value = Object.hasOwn(given, name) ? given[name] : declared.default;
    if (value === undefined) {
      throw new PilotError(`The variable ${name} needs a value.`);
    }
    if (value.startsWith("-") || /[\0\r\n]/.test(value)) {
      throw new PilotError(`The value of ${name} must be one line and not start with a dash.`);
    }
    values.set(name, value);
  }
  return values;
}

export function prepareSteps(steps: Step[], values: Map<string, string>): PreparedStep[] {
  return steps.map((step) => ({
    name: step.name,
    argv: step.argv.map((arg) => fill(arg, values)),
  }));
}

function fill(template: string, values: Map<string, string>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}
