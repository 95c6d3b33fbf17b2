"use strict";

const { FormulaError } = require("./errors");
const { tokenize } = require("./lexer");

const MAX_DEPTH = 40;
const BINARY = [["or"], ["and"], ["=", "<>", "<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"]];

/** A recursive descent parser; the result is a plain tree. */
class Parser {
  constructor(tokens) {
    this.tokens = tokens;
    this.at = 0;
    this.depth = 0;
  }

  parse() {
    const tree = this.binary(0);
    if (this.at < this.tokens.length) throw new FormulaError("There is something behind the end of the formula.");
    return tree;
  }

  accept(...signs) {
    const token = this.tokens[this.at];
    if (token?.type !== "sign" || !signs.includes(token.value)) return undefined;
    this.at += 1;
    return token.value;
  }

  expect(sign) {
    if (!this.accept(sign)) throw new FormulaError(`Expected "${sign}".`);
  }

  binary(level) {
    if (level === BINARY.length) return this.unary();
    let left = this.binary(level + 1);
    for (let sign = this.accept(...BINARY[level]); sign; sign = this.accept(...BINARY[level])) {
      left = { kind: "binary", sign, left, right: this.binary(level + 1) };
    }
    return left;
  }

  unary() {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new FormulaError("The formula is nested too deeply.");
    try {
      const sign = this.accept("-", "not");
      if (sign) return { kind: "unary", sign, operand: this.unary() };
      const base = this.primary();
      return this.accept("^") ? { kind: "binary", sign: "^", left: base, right: this.unary() } : base;
    } finally {
      this.depth -= 1;
    }
  }

  primary() {
    if (this.accept("(")) {
      const inner = this.binary(0);
      this.expect(")");
      return inner;
    }
    const constant = this.accept("true", "false");
    if (constant) return { kind: "constant", value: constant === "true" };
    const token = this.tokens[this.at];
    if (!token || token.type === "sign") throw new FormulaError("The formula is incomplete.");
    this.at += 1;
    if (token.type !== "name") return { kind: "constant", value: token.value };
    if (!this.accept("(")) return { kind: "column", name: token.value };
    const args = [];
    if (!this.accept(")")) {
      do args.push(this.binary(0));
      while (this.accept(","));
      this.expect(")");
    }
    return { kind: "call", name: token.value.toLowerCase(), args };
  }
}

const parse = (formula) => new Parser(tokenize(formula)).parse();

module.exports = { parse };
