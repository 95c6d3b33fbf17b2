import assert from "node:assert/strict";
import test from "node:test";
import type { Job } from "../src/config.js";
import { prepareSteps, resolveVariables } from "../src/jobs.js";

const job: Job = {
  description: "demo",
  timeoutSeconds: 10,
  variables: { PACKAGE: { description: "package", default: "core" } },
  steps: [{ name: "test", argv: ["npm", "test", "--workspace", "{{PACKAGE}}"] }],
};

test("defaults are filled in", () => {
  const steps = prepareSteps(job.steps, resolveVariables(job, {}));
  assert.deepEqual(steps[0].argv, ["npm", "test", "--workspace", "core"]);
});

test("undeclared variables are refused", () => {
  assert.throws(() => resolveVariables(job, { OTHER: "x" }), /no variable OTHER/);
});

test("values do not become options", () => {
  assert.throws(() => resolveVariables(job, { PACKAGE: "--prefix=/" }), /dash/);
});
