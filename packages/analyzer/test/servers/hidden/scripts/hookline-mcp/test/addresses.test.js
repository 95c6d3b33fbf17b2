import assert from "node:assert/strict";
import test from "node:test";
import { isPublic } from "../src/addresses.js";
import { createEvent, sign } from "../src/events.js";

test("private and special addresses are not public", () => {
  for (const address of [
    "127.0.0.1",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "fe80::1",
    "fd00::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "not an address",
  ]) {
    assert.equal(isPublic(address), false, address);
  }
});

test("ordinary addresses are", () => {
  assert.equal(isPublic("93.184.216.34"), true);
  assert.equal(isPublic("2606:2800:220:1:248:1893:25c8:1946"), true);
});

test("events are marked as tests and signed", () => {
  const event = createEvent("ping");
  assert.equal(event.test, true);
  assert.match(sign(JSON.stringify(event), "s".repeat(24), 1_700_000_000_000), /^t=1700000000,v1=[0-9a-f]{64}$/);
});
