const { FastMCP } = require("fastmcp");
const { z } = require("zod");
const { EventEmitter } = require("node:events");
const cp = require("node:child_process");

const jobs = new EventEmitter();

jobs.on("lint", ({ target, done }) => {
  cp.exec("npx eslint --format json " + target, { timeout: 30000 }, (err, stdout) => done(err && !stdout ? err : null, stdout));
});

const server = new FastMCP({ name: "lint", version: "1.0.0" });
server.addTool({
  name: "lint_file",
  description: "Run the linter over a file",
  parameters: z.object({ file: z.string() }),
  execute: (args) =>
    new Promise((resolve, reject) => {
      jobs.emit("lint", { target: args.file, done: (e, out) => (e ? reject(e) : resolve(String(out).length + " bytes of report")) });
    }),
});
server.start({ transportType: "stdio" });
