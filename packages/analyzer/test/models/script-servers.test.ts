import { describe } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { runTwins } from '../support/twins.js';

describe('server styles in TypeScript', () => {
  runTwins([
    [
      'registerTool',
      lines(
        'HEADHIGH',
        'server.registerTool("list", { title: "t", description: "d", inputSchema: { x: z.string() } }, async ({ x }) => { RUN(x); return { content: [] }; });',
      ),
    ],
    [
      'registerTool zobject',
      lines(
        'HEADHIGH',
        'const Schema = z.object({ x: z.string() }); type In = z.infer<typeof Schema>; server.registerTool("list", { description: "d", inputSchema: Schema.shape }, async (args: In) => { RUN(args.x); return { content: [] }; });',
      ),
    ],
    [
      'low switch',
      lines(
        'HEADLOW',
        'server.setRequestHandler(CallToolRequestSchema, async (request) => { const { name, arguments: args } = request.params; switch (name) { case "list": { const { x } = z.object({ x: z.string() }).parse(args); RUN(x); return { content: [] }; } default: throw new Error("x"); } });',
      ),
    ],
    [
      'safeParse',
      lines(
        'HEADLOW',
        'const A = z.object({ x: z.string().min(1) }); server.setRequestHandler(CallToolRequestSchema, async (request) => { const parsed = A.safeParse(request.params.arguments); if (!parsed.success) { throw new Error(parsed.error.message); } const { data } = parsed; RUN(data.x); return { content: [] }; });',
      ),
    ],
    [
      'as cast',
      lines(
        'HEADLOW',
        'server.setRequestHandler(CallToolRequestSchema, async (request) => { const { x } = request.params.arguments as { x: string }; RUN(x); return { content: [] }; });',
      ),
    ],
    [
      'as unknown',
      lines(
        'HEADLOW',
        'interface A { x: string } server.setRequestHandler(CallToolRequestSchema, async (request) => { const a = request.params.arguments as unknown as A; RUN(a.x); return { content: [] }; });',
      ),
    ],
    [
      'handlers map',
      lines(
        'HEADLOW',
        'const handlers: Record<string, (a: any) => Promise<any>> = { list: async (a) => { RUN(a.x); }, other: async () => 1 }; server.setRequestHandler(CallToolRequestSchema, async (request) => { const h = handlers[request.params.name]; if (!h) throw new Error("x"); return h(request.params.arguments ?? {}); });',
      ),
    ],
    [
      'Map of handlers',
      lines(
        'HEADLOW',
        'const handlers = new Map<string, any>(); handlers.set("list", async (a: any) => { RUN(a.x); }); server.setRequestHandler(CallToolRequestSchema, async (request) => { const h = handlers.get(request.params.name); return h!(request.params.arguments); });',
      ),
    ],
    [
      'Map entries handlers',
      lines(
        'HEADLOW',
        'const handlers = new Map([["list", { schema: z.object({ x: z.string() }), run: async (a: any) => { RUN(a.x); } }]]); server.setRequestHandler(CallToolRequestSchema, async (request) => { const h = handlers.get(request.params.name); if (!h) throw new Error(); const a = h.schema.parse(request.params.arguments); return await h.run(a); });',
      ),
    ],
    [
      'class methods',
      lines(
        'HEAD',
        'class Srv { private server = new McpServer({ name: "a", version: "1" }); constructor() { this.setup(); } private setup() { this.server.tool("list", "d", { x: z.string() }, this.list.bind(this)); } private async list({ x }: { x: string }) { RUN(x); return { content: [] }; } }',
        'new Srv();',
      ),
    ],
    [
      'class low',
      lines(
        'HEAD',
        'class Srv { server: Server; constructor() { this.server = new Server({ name: "a", version: "1" }); this.server.setRequestHandler(CallToolRequestSchema, (r) => this.handle(r)); } async handle(r: any) { switch (r.params.name) { case "list": return this.list(r.params.arguments?.x as string); } } private async list(x: string) { RUN(x); } }',
        'const s = new Srv();',
      ),
    ],
    [
      'decorators Tool nest',
      lines(
        'HEAD',
        'import { Tool } from "@rekog/mcp-nest"; import { Injectable } from "@nestjs/common";',
        '@Injectable() export class ListTool { @Tool({ name: "list", description: "d", parameters: z.object({ x: z.string() }) }) async list({ x }: any, context: any) { RUN(x); return "a"; } }',
      ),
    ],
    [
      'decorators own Tool',
      lines(
        'HEAD',
        'const registry: any[] = []; function tool(opts: any) { return function (target: any, key: string, d: any) { registry.push({ ...opts, key, target }); }; }',
        'class T { @tool({ name: "list", description: "d", schema: { x: z.string() } }) async list(args: any) { RUN(args.x); return "a"; } }',
        'HIGH',
        'const inst: any = new T(); for (const t of registry) server.tool(t.name, t.description, t.schema, async (args: any) => inst[t.key](args));',
      ),
    ],
    [
      'decorators tool ts-mcp',
      lines(
        'HEAD',
        'import { McpTool, McpServerClass } from "ts-mcp-decorators";',
        '@McpServerClass() class T { @McpTool({ name: "list", description: "d" }) async list(args: { x: string }) { RUN(args.x); return "a"; } }',
      ),
    ],
    [
      'fastmcp',
      lines(
        'HEAD',
        'import { FastMCP } from "fastmcp"; const server = new FastMCP({ name: "a", version: "1.0.0" }); server.addTool({ name: "list", description: "d", parameters: z.object({ x: z.string() }), execute: async (args, { log }) => { RUN(args.x); return "a"; } }); server.start({ transportType: "stdio" });',
      ),
    ],
    [
      'mcp-framework',
      lines(
        'HEAD',
        'import { MCPTool } from "mcp-framework"; class ListTool extends MCPTool<{ x: string }> { name = "list"; description = "d"; schema = { x: { type: z.string(), description: "x" } }; async execute(input: { x: string }) { RUN(input.x); return "a"; } } export default ListTool;',
      ),
    ],
    [
      'satisfies',
      lines(
        'HEAD',
        'const tool = { name: "list", description: "d", inputSchema: { x: z.string() }, handler: async ({ x }: { x: string }) => { RUN(x); return { content: [] }; } } satisfies Record<string, unknown>; HIGH',
        'server.tool(tool.name, tool.description, tool.inputSchema, tool.handler as any);',
      ),
    ],
    [
      'generators',
      lines(
        'HEAD',
        'function* each(x: string) { for (const p of x.split(",")) yield p.trim(); } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { for (const p of each(x)) { RUN(p); } return { content: [] }; });',
      ),
    ],
    [
      'async iter',
      lines(
        'HEAD',
        'async function* each(x: string) { yield* inner(x); } async function* inner(x: string) { yield { p: x }; } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { for await (const { p } of each(x)) { RUN(p); } return { content: [] }; });',
      ),
    ],
    [
      'iterator class',
      lines(
        'HEAD',
        'class Items { constructor(private x: string) {} *[Symbol.iterator]() { yield this.x; } } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { for (const p of new Items(x)) { RUN(p); } return { content: [] }; });',
      ),
    ],
    [
      'gen next',
      lines(
        'HEAD',
        'function* each(x: string) { yield x; } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { const { value } = each(x).next(); RUN(value); const all = [...each(x)]; return { content: [] }; });',
      ),
    ],
    [
      'gen spread',
      lines(
        'HEAD',
        'function* each(x: string) { yield x; } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { const all = [...each(x)]; RUN(all[0]); return { content: [] }; });',
      ),
    ],
    [
      'optional chaining',
      lines(
        'HEADLOW',
        'server.setRequestHandler(CallToolRequestSchema, async (request) => { const x = request?.params?.arguments?.["x"]; impl?.list?.(x); return { content: [] }; }); const impl: any = { list(v: string) { RUN(v); } };',
      ),
    ],
    [
      'env wrapper',
      lines(
        'HEAD',
        'const env = z.object({ ROOT: z.string() }).parse(process.env); HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { RUN(x); return { content: [] }; });',
      ),
    ],
    [
      'array of tools',
      lines(
        'HEAD',
        'const tools = [{ name: "list", description: "d", schema: { x: z.string() }, handler: async ({ x }: any) => { RUN(x); return { content: [] }; } }]; HIGH',
        'tools.forEach((t) => server.tool(t.name, t.description, t.schema, t.handler)); tools.map(({ name, handler }) => handler);',
      ),
    ],
    [
      'defineTool helper',
      lines(
        'HEAD',
        'const defineTool = <T extends z.ZodRawShape>(t: { name: string; description: string; schema: T; run: (a: any) => Promise<any> }) => t; const list = defineTool({ name: "list", description: "d", schema: { x: z.string() }, run: async (a) => { RUN(a.x); } }); LOW',
        'const tools = [list]; server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args } }) => { const t = tools.find((t) => t.name === name); if (!t) throw new Error(); return t.run(t.schema as any ? z.object(t.schema).parse(args) : args); });',
      ),
    ],
    [
      'private field',
      lines(
        'HEAD',
        'class R { #x = ""; set(v: string) { this.#x = v; } run() { RUN(this.#x); } } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { const r = new R(); r.set(x); r.run(); return { content: [] }; });',
      ),
    ],
    [
      'getter setter',
      lines(
        'HEAD',
        'class R { private v = ""; set path(p: string) { this.v = p; } get path() { return this.v; } } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { const r = new R(); r.path = x; const y = r.path; RUN(y); return { content: [] }; });',
      ),
    ],
    [
      'static method',
      lines(
        'HEAD',
        'class R { static run(x: string) { RUN(x); } static { console.error(1); } } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { R.run(x); return { content: [] }; });',
      ),
    ],
    [
      'namespace',
      lines(
        'HEAD',
        'namespace R { export function run(x: string) { RUN(x); } } HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { R.run(x); return { content: [] }; });',
      ),
    ],
    [
      'default params rest',
      lines(
        'HEAD',
        'function run({ x = "a", ...rest }: any = {}, ...more: string[]) { const { y } = rest; RUN(more[0] + y); } HIGH',
        'server.tool("list", "d", { x: z.string(), y: z.string() }, async (a) => { run(a, a.y); return { content: [] }; });',
      ),
    ],
    [
      'Promise.all map',
      lines(
        'HEADHIGH',
        'server.tool("list", "d", { x: z.array(z.string()) }, async ({ x }) => { await Promise.all(x.map(async (p) => { RUN(p); })); return { content: [] }; });',
      ),
    ],
    [
      'Object.entries',
      lines(
        'HEADHIGH',
        'server.tool("list", "d", { x: z.record(z.string()) }, async ({ x }) => { for (const [k, v] of Object.entries(x)) { RUN(v); } return { content: [] }; });',
      ),
    ],
    [
      'zod transform',
      lines(
        'HEADHIGH',
        'server.tool("list", "d", { x: z.string().transform((s) => s.trim()) }, async ({ x }) => { RUN(x); return { content: [] }; });',
      ),
    ],
    [
      'zod preprocess default',
      lines(
        'HEADHIGH',
        'server.tool("list", "d", { x: z.preprocess((v) => v, z.string()), y: z.coerce.number() }, async ({ x }) => { RUN(x); return { content: [] }; });',
      ),
    ],
    [
      'using fn.name callbacks',
      lines(
        'HEADHIGH',
        'const wrap = <T,>(fn: (a: T) => Promise<any>) => async (a: T) => fn(a); server.tool("list", "d", { x: z.string() }, wrap<{ x: string }>(async ({ x }) => { RUN(x); return { content: [] }; }));',
      ),
    ],
    [
      'mixins / factory',
      lines(
        'HEAD',
        'export function createServer(cfg: any) { const server = new McpServer({ name: "a", version: "1" }); const ctx = { run: (v: string) => { RUN(v); } }; server.tool("list", "d", { x: z.string() }, async ({ x }) => { ctx.run(x); return { content: [] }; }); return server; }',
      ),
    ],
    [
      'vercel mcp-handler',
      lines(
        'HEAD',
        'import { createMcpHandler } from "mcp-handler"; const handler = createMcpHandler((server) => { server.tool("list", "d", { x: z.string() }, async ({ x }) => { RUN(x); return { content: [] }; }); }, {}, {}); export { handler as GET };',
      ),
    ],
    [
      'mastra createTool',
      lines(
        'HEAD',
        'import { createTool } from "@mastra/core/tools"; export const t = createTool({ id: "list", description: "d", inputSchema: z.object({ x: z.string() }), execute: async ({ context }) => { RUN(context.x); return {}; } });',
      ),
    ],
    [
      'tmcp/defineTool',
      lines(
        'HEAD',
        'import { defineTool } from "tmcp/tool"; export const t = defineTool({ name: "list", description: "d", schema: z.object({ x: z.string() }) }, async ({ x }) => { RUN(x); return {}; });',
      ),
    ],
  ]);
});
