import assert from "node:assert/strict";
import test from "node:test";
import { isBelow, isVideo } from "../src/library.js";

test("containment", () => {
  assert.equal(isBelow("/media/lib", "/media/lib/a/b.mp4"), true);
  assert.equal(isBelow("/media/lib", "/media/library/b.mp4"), false);
  assert.equal(isBelow("/media/lib", "/media/lib/../x.mp4"), false);
});

test("videos are known by their extension", () => {
  assert.equal(isVideo("a.MP4"), true);
  assert.equal(isVideo("a.m3u8"), false);
});
