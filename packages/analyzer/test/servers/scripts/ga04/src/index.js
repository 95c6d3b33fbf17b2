const { FastMCP } = require("fastmcp");
const { z } = require("zod");
const path = require("node:path");
const { ESLint } = require("eslint");
const root = path.resolve(process.cwd());
const eslint = new ESLint({ cwd: root });
function inside(p) {
  const full = path.resolve(root, p);
  const rel = path.relative(root, full);
  if (rel.startsWith("..") || path.isAbsolute(rel)) throw new Error("path is outside of the project");
  return full;
}
const server = new FastMCP({ name: "lint", version: "1.0.0" });
server.addTool({
  name: "lint_file",
  description: "Run the linter over a file",
  annotations: { readOnlyHint: true },
  parameters: z.object({ file: z.string() }),
  execute: async (args) => {
    const results = await eslint.lintFiles([inside(args.file)]);
    return `${results.reduce((n, r) => n + r.errorCount, 0)} errors`;
  },
});
server.start({ transportType: "stdio" });
