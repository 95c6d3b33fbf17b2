import assert from "node:assert/strict";
import test from "node:test";
import { compass } from "../src/format.js";
import { windowsAbove } from "../src/windows.js";

test("a window ends when the water falls below the minimum", () => {
  const levels = [1, 2, 3, 2, 1].map((height, hour) => ({ at: `2025-01-01T0${hour}:00:00Z`, height }));
  assert.deepEqual(windowsAbove(levels, 2), [{ from: "2025-01-01T01:00:00Z", until: "2025-01-01T04:00:00Z" }]);
});

test("directions", () => {
  assert.equal(compass(359), "N");
  assert.equal(compass(225), "SW");
});
