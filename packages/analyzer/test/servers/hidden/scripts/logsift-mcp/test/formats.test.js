import assert from "node:assert/strict";
import test from "node:test";
import { skeleton } from "../src/analysis.js";
import { recognise } from "../src/formats.js";

test("syslog", () => {
  const entry = recognise("Mar  3 10:00:01 web1 nginx[312]: error: upstream timed out");
  assert.equal(entry.format, "syslog");
  assert.equal(entry.source, "nginx");
  assert.equal(entry.level, "error");
});

test("tagged lines", () => {
  const entry = recognise("billing worker: warning, queue is long");
  assert.deepEqual([entry.format, entry.source, entry.level], ["tagged", "billing worker", "warning"]);
});

test("JSON lines", () => {
  assert.equal(recognise('{"level":"error","msg":"boom","service":"api"}').source, "api");
});

test("numbers do not matter for grouping", () => {
  assert.equal(skeleton("took 12 ms"), skeleton("took 950 ms"));
});
