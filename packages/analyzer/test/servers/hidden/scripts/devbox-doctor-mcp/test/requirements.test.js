import assert from "node:assert/strict";
import test from "node:test";
import { parseVersion, satisfies } from "../src/requirements.js";

test("versions are found in the output of the tools", () => {
  assert.deepEqual(parseVersion("git version 2.43.0"), [2, 43, 0]);
  assert.equal(parseVersion("not installed"), undefined);
});

test("requirements are compared by number", () => {
  assert.equal(satisfies([20, 10, 0], ">=20.9"), true);
  assert.equal(satisfies([18, 0, 0], ">=20"), false);
});
