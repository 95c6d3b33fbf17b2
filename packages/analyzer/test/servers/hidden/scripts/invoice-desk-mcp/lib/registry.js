"use strict";

const { ZodError } = require("zod");
const { BillwrightError } = require("./client");

/** The tools of the server, each with a schema for its arguments. */
class Registry {
  constructor(logger) {
    this.logger = logger;
    this.tools = new Map();
  }

  add(name, { description, inputSchema, schema, handler }) {
    if (this.tools.has(name)) throw new Error(`duplicate tool ${name}`);
    this.tools.set(name, { description, inputSchema, schema, handler });
    return this;
  }

  list() {
    return [...this.tools].map(([name, { description, inputSchema }]) => ({ name, description, inputSchema }));
  }

  async call(name, args) {
    const tool = this.tools.get(name);
    if (!tool) return failure("There is no such tool.");
    try {
      const result = await tool.handler(tool.schema.parse(args));
      return { content: [{ type: "text", text: JSON.stringify(result, null, 2) }] };
    } catch (err) {
      if (err instanceof BillwrightError) return failure(err.message);
      if (err instanceof ZodError) {
        return failure(`Check these arguments: ${err.issues.map((issue) => issue.path.join(".")).join(", ")}`);
      }
      this.logger.error("tool failed", { tool: name, reason: err.name, message: err.message });
      return failure("The request could not be completed.");
    }
  }
}

function failure(text) {
  return { content: [{ type: "text", text }], isError: true };
}

module.exports = { Registry };
