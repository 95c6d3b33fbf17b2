"use strict";

const { FormulaError } = require("./errors");

function number(value) {
  if (typeof value !== "number") throw new FormulaError("A number was expected.");
  return value;
}

function finite(value) {
  if (!Number.isFinite(value)) throw new FormulaError("The result is not a number.");
  return value;
}

function round(value, digits = 0) {
  const places = number(digits);
  if (!Number.isInteger(places) || places < 0 || places > 10) throw new FormulaError("round: 0 to 10 digits.");
  return Number(number(value).toFixed(places));
}

const FUNCTIONS = new Map([
  ["round", { from: 1, to: 2, apply: round }],
  ["abs", { from: 1, to: 1, apply: (x) => Math.abs(number(x)) }],
  ["sqrt", { from: 1, to: 1, apply: (x) => Math.sqrt(number(x)) }],
  ["floor", { from: 1, to: 1, apply: (x) => Math.floor(number(x)) }],
  ["ceil", { from: 1, to: 1, apply: (x) => Math.ceil(number(x)) }],
  ["min", { from: 1, to: 20, apply: (...list) => Math.min(...list.map(number)) }],
  ["max", { from: 1, to: 20, apply: (...list) => Math.max(...list.map(number)) }],
  ["len", { from: 1, to: 1, apply: (text) => String(text).length }],
  ["if", { from: 3, to: 3, apply: (test, yes, no) => (test === true ? yes : no) }],
]);

const OPERATORS = {
  __proto__: null,
  "+": (a, b) => number(a) + number(b),
  "-": (a, b) => number(a) - number(b),
  "*": (a, b) => number(a) * number(b),
  "/": (a, b) => number(a) / number(b),
  "%": (a, b) => number(a) % number(b),
  "^": (a, b) => number(a) ** number(b),
  "=": (a, b) => a === b,
  "<>": (a, b) => a !== b,
  "<": (a, b) => number(a) < number(b),
  ">": (a, b) => number(a) > number(b),
  "<=": (a, b) => number(a) <= number(b),
  ">=": (a, b) => number(a) >= number(b),
  and: (a, b) => a === true && b === true,
  or: (a, b) => a === true || b === true,
};

/** The value of a tree for the columns of one row. */
function evaluate(tree, columns) {
  switch (tree.kind) {
    case "constant":
      return tree.value;
    case "column":
      if (!Object.hasOwn(columns, tree.name)) throw new FormulaError(`There is no column "${tree.name}".`);
      return columns[tree.name];
    case "unary": {
      const operand = evaluate(tree.operand, columns);
      return tree.sign === "-" ? -number(operand) : operand !== true;
    }
    case "binary": {
      const value = OPERATORS[tree.sign](evaluate(tree.left, columns), evaluate(tree.right, columns));
      return typeof value === "number" ? finite(value) : value;
    }
    case "call": {
      const found = FUNCTIONS.get(tree.name);
      if (!found) throw new FormulaError(`There is no function "${tree.name}".`);
      if (tree.args.length < found.from || tree.args.length > found.to) {
        throw new FormulaError(`${tree.name}: wrong number of values.`);
      }
      const value = found.apply(...tree.args.map((arg) => evaluate(arg, columns)));
      return typeof value === "number" ? finite(value) : value;
    }
    default:
      throw new FormulaError("The formula is not valid.");
  }
}

module.exports = { evaluate };
