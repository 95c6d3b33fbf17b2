import readline from "node:readline";
import { execFile } from "node:child_process";
import { resolve, relative, isAbsolute, sep } from "node:path";
const ROOT = resolve(process.env.ROOT ?? ".");
const rl = readline.createInterface({ input: process.stdin });
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const contained = (p) => {
  const full = resolve(ROOT, String(p));
  const rel = relative(ROOT, full);
  return rel === "" || (!rel.startsWith(".." + sep) && rel !== ".." && !isAbsolute(rel)) ? full : null;
};
rl.on("line", (line) => {
  let msg;
  try { msg = JSON.parse(line); } catch { return send({ id: null, error: { code: -32700, message: "parse error" } }); }
  switch (msg.method) {
    case "initialize":
      return send({ id: msg.id, result: { protocolVersion: "2024-11-05", capabilities: { tools: {} }, serverInfo: { name: "du", version: "1.0.0" } } });
    case "tools/list":
      return send({ id: msg.id, result: { tools: [{ name: "disk_usage", description: "Show disk usage of a directory", inputSchema: { type: "object", properties: { dir: { type: "string" } } } }] } });
    case "tools/call": {
      const dir = contained(msg.params?.arguments?.dir ?? ".");
      if (!dir) return send({ id: msg.id, error: { code: -32602, message: "outside of the root" } });
      execFile("du", ["-sk", "--", dir], { timeout: 5000 }, (err, out) => {
        if (err) return send({ id: msg.id, error: { code: -32000, message: "du failed" } });
        send({ id: msg.id, result: { content: [{ type: "text", text: String(Number.parseInt(out, 10)) }] } });
      });
    }
  }
});
