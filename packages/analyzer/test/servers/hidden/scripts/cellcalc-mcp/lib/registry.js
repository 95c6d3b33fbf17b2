"use strict";

const { z } = require("zod");
const { FormulaError } = require("./errors");
const { evaluate } = require("./evaluate");
const { parse } = require("./parser");
const { replaceText } = require("./text");

const name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/);
const cell = z.union([z.number().finite(), z.string().max(1000), z.boolean()]);
const row = z.record(name, cell).refine((value) => Object.keys(value).length <= 50, "at most 50 columns");
const rows = z.array(row).max(2000);
const formula = z.string().min(1).max(500);

const json = {
  formula: { type: "string", description: "Formula, e.g. round(net * 1.19, 2)" },
  rows: { type: "array", maxItems: 2000, items: { type: "object" } },
  name: { type: "string", description: "Name of a column" },
};

const tools = new Map();

function tool(id, description, properties, required, schema, run) {
  tools.set(id, { description, inputSchema: { type: "object", properties, required }, schema, run });
}

tool(
  "evaluate",
  "Evaluates one formula for the given values.",
  { formula: json.formula, values: { type: "object" } },
  ["formula"],
  z.object({ formula, values: row.default({}) }),
  (args) => ({ result: evaluate(parse(args.formula), args.values) }),
);

tool(
  "add_column",
  "Computes a new column for every row of a table.",
  { rows: json.rows, name: json.name, formula: json.formula },
  ["rows", "name", "formula"],
  z.object({ rows, name, formula }),
  (args) => {
    const tree = parse(args.formula);
    return { rows: args.rows.map((columns) => ({ ...columns, [args.name]: evaluate(tree, columns) })) };
  },
);

tool(
  "filter_rows",
  "Keeps the rows for which a formula is true.",
  { rows: json.rows, formula: json.formula },
  ["rows", "formula"],
  z.object({ rows, formula }),
  (args) => {
    const tree = parse(args.formula);
    return { rows: args.rows.filter((columns) => evaluate(tree, columns) === true) };
  },
);

tool(
  "replace_text",
  "Replaces a text in one column of a table, ignoring case.",
  { rows: json.rows, column: json.name, find: { type: "string" }, replace: { type: "string" } },
  ["rows", "column", "find", "replace"],
  z.object({ rows, column: name, find: z.string().min(1).max(200), replace: z.string().max(200) }),
  (args) => replaceText(args.rows, args.column, args.find, args.replace),
);

const failure = (text) => ({ content: [{ type: "text", text }], isError: true });

function list() {
  return [...tools].map(([id, { description, inputSchema }]) => ({ name: id, description, inputSchema }));
}

function call(id, args) {
  const found = tools.get(id);
  if (!found) return failure("There is no such tool.");
  const parsed = found.schema.safeParse(args);
  if (!parsed.success) {
    return failure(`Check these arguments: ${parsed.error.issues.slice(0, 5).map((issue) => issue.path.join(".")).join(", ")}`);
  }
  try {
    return { content: [{ type: "text", text: JSON.stringify(found.run(parsed.data)) }] };
  } catch (err) {
    if (err instanceof FormulaError) return failure(err.message);
    console.error("[cellcalc]", err instanceof Error ? err.message : "unknown failure");
    return failure("The table could not be computed.");
  }
}

module.exports = { list, call };
