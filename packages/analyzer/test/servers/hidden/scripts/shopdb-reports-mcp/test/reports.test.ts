import assert from "node:assert/strict";
import test from "node:test";
import { span } from "../src/dates.js";
import { likePattern } from "../src/reports.js";
import { GROUPINGS, expression } from "../src/vocabulary.js";

test("only known expressions are used", () => {
  assert.equal(expression(GROUPINGS, "channel"), "o.channel");
  assert.throws(() => expression(GROUPINGS, "1; DROP TABLE orders"));
  assert.throws(() => expression(GROUPINGS, "constructor"));
});

test("wildcards are escaped", () => {
  assert.equal(likePattern("50%_off"), "%50\\%\\_off%");
});

test("spans", () => {
  assert.deepEqual(span(undefined, "2025-03-31"), { from: "2025-03-01", to: "2025-03-31" });
  assert.throws(() => span("2025-02-01", "2025-01-01"));
});
