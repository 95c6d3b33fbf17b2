"use strict";

const { FormulaError } = require("./errors");

const MAX_FORMULA = 500;
const WORDS = new Set(["and", "or", "not", "true", "false"]);
const TOKEN = /\s*(?:(\d{1,15}(?:\.\d{1,15})?)|([A-Za-z_][A-Za-z0-9_]{0,39})|"([^"]{0,200})"|(<=|>=|<>|[-+*\/%^<>=(),]))/y;

/** Splits a formula into tokens. */
function tokenize(formula) {
  if (formula.length > MAX_FORMULA) throw new FormulaError("The formula is too long.");
  const source = formula.trimEnd();
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new FormulaError(`Unexpected sign at position ${at + 1}.`);
    const [, number, word, text, sign] = match;
    if (number !== undefined) tokens.push({ type: "number", value: Number(number) });
    else if (word !== undefined) {
      const lower = word.toLowerCase();
      tokens.push(WORDS.has(lower) ? { type: "sign", value: lower } : { type: "name", value: word });
    } else if (text !== undefined) tokens.push({ type: "text", value: text });
    else tokens.push({ type: "sign", value: sign });
  }
  return tokens;
}

module.exports = { tokenize };
