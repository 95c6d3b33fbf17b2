import assert from "node:assert/strict";
import test from "node:test";
import { repoPath, revision } from "../src/arguments.js";
import { isInside } from "../src/repos.js";

test("revisions", () => {
  assert.equal(revision("release/1.2~3"), "release/1.2~3");
  for (const bad of ["--output=/tmp/x", "a..b", "HEAD@{1}", "", "$(id)"]) {
    assert.throws(() => revision(bad));
  }
});

test("paths stay inside", () => {
  assert.equal(repoPath("src/index.ts"), "src/index.ts");
  for (const bad of ["../x", "/etc/passwd", "a//b", "a/../../b"]) {
    assert.throws(() => repoPath(bad));
  }
  assert.equal(isInside("/srv/repos", "/srv/repos/a"), true);
  assert.equal(isInside("/srv/repos", "/srv/repos-old/a"), false);
  assert.equal(isInside("/srv/repos", "/srv/repos"), false);
});
