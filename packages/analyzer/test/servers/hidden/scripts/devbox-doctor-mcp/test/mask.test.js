import assert from "node:assert/strict";
import test from "node:test";
import { mask } from "../src/mask.js";

test("credentials are masked", () => {
  assert.deepEqual(mask({ TOKEN: "abc", EDITOR: "vim" }), { TOKEN: "***", EDITOR: "vim" });
});

test("case does not matter", () => {
  assert.equal(mask({ password: "abc" }).password, "***");
});
