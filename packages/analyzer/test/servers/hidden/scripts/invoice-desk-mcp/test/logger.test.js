"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { scrub } = require("../lib/logger");

test("hidden fields are masked", () => {
  assert.deepEqual(scrub({ token: "abc", total: 3 }), { token: "[hidden]", total: 3 });
});

test("long strings are cut", () => {
  assert.ok(scrub("x".repeat(1000)).length < 310);
});
