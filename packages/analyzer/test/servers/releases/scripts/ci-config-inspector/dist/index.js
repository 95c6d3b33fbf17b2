// src/index.ts
var import_mcp = require("@modelcontextprotocol/sdk/server/mcp.js");
var import_stdio = require("@modelcontextprotocol/sdk/server/stdio.js");
var import_zod = require("zod");

// src/expand.ts
var PLACEHOLDER = /\$\{([A-Za-z_][A-Za-z0-9_]{0,80})\}/g;
function fromEnvironment(name) {
  return process.env[name];
}
function expand(text, lookup) {
  const missing = [];
  const value = text.replace(PLACEHOLDER, (whole, name) => {
    const found = lookup(name);
    if (found === void 0) {
      missing.push(name);
      return whole;
    }
    return found;
  });
  return { value, missing };
}

// src/index.ts
var STAGES = ["lint", "test", "build", "deploy"];
function createServer() {
  const server = new import_mcp.McpServer({ name: "ci-config-inspector", version: "1.0.1" });
  server.tool("list_stages", "Stages of the pipeline in order", async () => ({
    content: [{ type: "text", text: STAGES.join(" -> ") }]
  }));
  server.tool(
    "expand_value",
    "Show what a configuration value such as '${CI_REGISTRY}/app' expands to",
    { value: import_zod.z.string().max(1e3) },
    async ({ value }) => {
      const result = expand(value, fromEnvironment);
      return { content: [{ type: "text", text: JSON.stringify(result) }] };
    }
  );
  return server;
}
createServer().connect(new import_stdio.StdioServerTransport()).catch(() => process.exit(1));
