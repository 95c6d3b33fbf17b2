import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { spawn } from "node:child_process";
import { z } from "zod";

const SCRIPTS = { test: ["run", "test"], lint: ["run", "lint"], build: ["run", "build"] } as const;
type ScriptName = keyof typeof SCRIPTS;
const isScript = (s: string): s is ScriptName => Object.hasOwn(SCRIPTS, s);
const Input = z.object({ script: z.string().refine(isScript, "unknown script") });

function runScript(name: ScriptName): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", [...SCRIPTS[name]], { stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
    let output = "";
    const add = (b: Buffer) => {
      if (output.length < 50_000) output += b.toString("utf8");
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
const server = new Server({ name: "npm-scripts", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [{ name: "run_script", description: "Runs one of the scripts test, lint and build of the project", inputSchema: { type: "object", properties: { script: { type: "string", enum: Object.keys(SCRIPTS) } }, required: ["script"] } }],
}));
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const parsed = Input.safeParse(request.params.arguments);
  if (!parsed.success) return { isError: true, content: [{ type: "text", text: "invalid arguments" }] };
  const { code } = await runScript(parsed.data.script as ScriptName);
  return { content: [{ type: "text", text: `exit code ${code}` }] };
});
await server.connect(new StdioServerTransport());
