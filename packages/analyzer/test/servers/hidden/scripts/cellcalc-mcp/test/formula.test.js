"use strict";

const assert = require("node:assert/strict");
const test = require("node:test");
const { evaluate } = require("../lib/evaluate");
const { parse } = require("../lib/parser");
const { replaceText } = require("../lib/text");

const value = (formula, columns = {}) => evaluate(parse(formula), columns);

test("arithmetic", () => {
  assert.equal(value("1 + 2 * 3"), 7);
  assert.equal(value("-2 ^ 2"), -4);
  assert.equal(value("round(net * 1.19, 2)", { net: 84 }), 99.96);
});

test("conditions", () => {
  assert.equal(value('if(kind = "a" and not (n > 3), 1, 2)', { kind: "a", n: 3 }), 1);
});

test("formulas are not JavaScript", () => {
  for (const bad of ["constructor", "process.exit(1)", "require(\"fs\")", "toString()", "a[0]"]) {
    assert.throws(() => value(bad, {}));
  }
});

test("texts are replaced literally", () => {
  const { rows, changed } = replaceText([{ firm: "A (B) Inc." }], "firm", "(b)", "$&");
  assert.equal(changed, 1);
  assert.equal(rows[0].firm, "A $& Inc.");
});
