import assert from "node:assert/strict";
import test from "node:test";
import { reportedSettings } from "../src/settings.js";

test("only the listed variables are reported", () => {
  const env = { LANG: "C.UTF-8", GITHUB_TOKEN: "abc", DATABASE_URL: "postgres://u:p@h/d" };
  assert.deepEqual(reportedSettings(env), { LANG: "C.UTF-8" });
});
