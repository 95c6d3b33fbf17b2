import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";

const server = new FastMCP({ name: "sheet-math", version: "0.9.2" });

const TOKEN = /\s*(\d+(?:\.\d+)?|[xy()+\-*/])/y;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new UserError("Unexpected character");
    tokens.push(match[1]);
    at = TOKEN.lastIndex;
  }
  return tokens;
}

function evaluate(text: string, vars: { x: number; y: number }): number {
  const tokens = tokenize(text.trim());
  let pos = 0;
  const primary = (): number => {
    const token = tokens[pos++];
    if (token === "(") {
      const inner = sum();
      if (tokens[pos++] !== ")") throw new UserError("Missing parenthesis");
      return inner;
    }
    if (token === "-") return -primary();
    if (token === "x") return vars.x;
    if (token === "y") return vars.y;
    const value = Number(token);
    if (token === undefined || Number.isNaN(value)) throw new UserError("Number needed");
    return value;
  };
  const product = (): number => {
    let left = primary();
    while (tokens[pos] === "*" || tokens[pos] === "/") {
      left = tokens[pos++] === "*" ? left * primary() : left / primary();
    }
    return left;
  };
  const sum = (): number => {
    let left = product();
    while (tokens[pos] === "+" || tokens[pos] === "-") {
      left = tokens[pos++] === "+" ? left + product() : left - product();
    }
    return left;
  };
  const result = sum();
  if (pos !== tokens.length) throw new UserError("Unexpected token");
  return result;
}

server.addTool({
  name: "evaluate",
  description: "Evaluate an arithmetic formula with the variables x and y",
  parameters: z.object({
    formula: z.string().min(1).max(200),
    x: z.number().default(0),
    y: z.number().default(0),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  execute: async ({ formula, x, y }) => {
    const value = evaluate(formula, { x, y });
    if (!Number.isFinite(value)) throw new UserError("Not a number");
    return String(value);
  },
});

await server.start({ transportType: "stdio" });
