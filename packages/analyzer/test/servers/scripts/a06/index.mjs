import readline from "node:readline";
import { execFile } from "node:child_process";

const rl = readline.createInterface({ input: process.stdin });
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");

rl.on("line", (line) => {
  let msg;
  try { msg = JSON.parse(line); } catch { return send({ id: null, error: { code: -32700, message: "parse error" } }); }
  switch (msg.method) {
    case "initialize":
      return send({ id: msg.id, result: { protocolVersion: "2024-11-05", capabilities: { tools: {} }, serverInfo: { name: "ps", version: "1.0.0" } } });
    case "tools/list":
      return send({ id: msg.id, result: { tools: [{ name: "disk_usage", description: "Show disk usage of a directory", inputSchema: { type: "object", properties: { dir: { type: "string" } } } }] } });
    case "tools/call": {
      const dir = msg.params.arguments.dir || ".";
      execFile("/bin/sh", ["-c", "du -sh " + dir], { timeout: 5000 }, (err, out) => {
        if (err) return send({ id: msg.id, error: { code: -32000, message: "du failed" } });
        send({ id: msg.id, result: { content: [{ type: "text", text: out.split("\t")[0] }] } });
      });
    }
  }
});
