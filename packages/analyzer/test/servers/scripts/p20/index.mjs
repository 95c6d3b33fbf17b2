import { createInterface } from "node:readline";
import { execSync } from "node:child_process";
import { EventEmitter } from "node:events";
class Rpc extends EventEmitter {
  async listen() {
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
      const { id, method, params } = JSON.parse(line);
      this.emit(method, params, (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result })));
    }
  }
}
const rpc = new Rpc();
rpc.on("tools/list", (_p, reply) => reply({ tools: [{ name: "count", description: "Count lines of a file", inputSchema: { type: "object", properties: { file: { type: "string" } } } }] }));
rpc.on("tools/call", ({ name, arguments: { file } }, reply) => {
  const n = execSync(`wc -l ${file}`, { timeout: 5000 });
  reply({ content: [{ type: "text", text: String(parseInt(n, 10)) }] });
});
rpc.listen();
