#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { loadConfig } from "./config.js";
import { PilotError, publicMessage } from "./errors.js";
import { findJob, prepareSteps, resolveVariables } from "./jobs.js";
import { fencedLog, summary, type JobRun } from "./report.js";
import { runSteps } from "./runner.js";

const config = loadConfig();
const server = new McpServer({ name: "pipeline-pilot", version: "0.6.2" });

let running = false;
let lastRun: JobRun | undefined;

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
const failure = (err: unknown) => ({ ...text(publicMessage(err)), isError: true });

server.registerTool(
  "list_jobs",
  {
    title: "List jobs",
    description: "Lists the declared jobs and the variables each of them takes.",
    annotations: { readOnlyHint: true },
  },
  async () => {
    const jobs = [...config.jobs].map(([name, job]) => ({
      name,
      description: job.description,
      variables: job.variables,
      steps: job.steps.map((step) => step.name),
    }));
    return text(JSON.stringify(jobs, null, 2));
  },
);

server.registerTool(
  "run_job",
  {
    title: "Run a job",
    description: "Runs one declared job in the workspace and reports the outcome of its steps.",
    inputSchema: {
      job: z.string().max(40).describe("Name of a declared job"),
      variables: z
        .record(z.string().max(40), z.string().max(200))
        .default({})
        .describe("Values for the variables of the job"),
    },
    annotations: { destructiveHint: true, openWorldHint: false },
  },
  async ({ job: name, variables }) => {
    if (running) return failure(new PilotError("Another job is still running."));
    running = true;
    try {
      const job = findJob(config, name);
      const steps = prepareSteps(job.steps, resolveVariables(job, variables));
      const startedAt = new Date().toISOString();
      const results = await runSteps(steps, {
        cwd: config.workspace,
        deadline: Date.now() + job.timeoutSeconds * 1000,
      });
      lastRun = { job: name, startedAt, steps: results };
      return text(`${summary(lastRun)}\n\n${fencedLog(lastRun)}`);
    } catch (err) {
      return failure(err);
    } finally {
      running = false;
    }
  },
);

server.registerTool(
  "last_run",
  {
    title: "Last run",
    description: "Shows the summary and the log tail of the most recent run.",
    annotations: { readOnlyHint: true },
  },
  async () => (lastRun ? text(`${summary(lastRun)}\n\n${fencedLog(lastRun)}`) : text("No job has been run yet.")),
);

await server.connect(new StdioServerTransport());
