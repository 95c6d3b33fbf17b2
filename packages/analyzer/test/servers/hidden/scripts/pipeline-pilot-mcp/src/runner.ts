import { spawn } from "node:child_process";
import type { PreparedStep } from "./jobs.js";
import { commandLine } from "./shell.js";
import { Tail } from "./tail.js";

const LOG_LIMIT = 48 * 1024;

export interface StepResult {
  name: string;
  exitCode: number | null;
  timedOut: boolean;
  durationMs: number;
  log: string;
}

export interface RunContext {
  cwd: string;
  deadline: number;
}

function childEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LANG: process.env.LANG ?? "C.UTF-8",
    CI: "true",
  };
}

export function runStep(step: PreparedStep, ctx: RunContext): Promise<StepResult> {
  const started = Date.now();
  const remaining = Math.max(1, ctx.deadline - started);
  const tail = new Tail(LOG_LIMIT);

  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", commandLine(step)], {
      cwd: ctx.cwd,
      env: childEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
      timeout: remaining,
      killSignal: "SIGKILL",
    });
    child.stdout.on("data", (chunk: Buffer) => tail.push(chunk));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({
        name: step.name,
        exitCode: code,
        timedOut: signal === "SIGKILL",
        durationMs: Date.now() - started,
        log: tail.toString(),
      });
    });
  });
}

export async function runSteps(steps: PreparedStep[], ctx: RunContext): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    const result = await runStep(step, ctx);
    results.push(result);
    if (result.exitCode !== 0) break;
  }
  return results;
}
