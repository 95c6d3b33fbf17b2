"use strict";

const { FormulaError } = require("./errors");

const MAX_TEXT = 1000;

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Replaces a literal text in the given column, ignoring case. */
function replaceText(rows, column, find, replacement) {
  const pattern = new RegExp(escapeRegExp(find), "gi");
  let changed = 0;
  const result = rows.map((row) => {
    if (!Object.hasOwn(row, column) || typeof row[column] !== "string") return row;
    const text = row[column].replace(pattern, () => replacement);
    if (text.length > MAX_TEXT) throw new FormulaError(`The texts would get longer than ${MAX_TEXT} characters.`);
    if (text !== row[column]) changed += 1;
    return { ...row, [column]: text };
  });
  return { changed, rows: result };
}

module.exports = { replaceText, escapeRegExp };
