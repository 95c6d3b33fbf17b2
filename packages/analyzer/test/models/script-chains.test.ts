import { describe } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { runTwins, twins } from '../support/twins.js';

describe('chains of middleware', () => {
  runTwins([
    [
      'compose dispatch',
      lines(
        'HEAD',
        'type Next = () => Promise<any>;',
        'type Mw = (ctx: any, next: Next) => Promise<any>;',
        'function compose(stack: Mw[]) { return (ctx: any) => { const dispatch = (i: number): Promise<any> => { const fn = stack[i]; if (!fn) return Promise.resolve(); return Promise.resolve(fn(ctx, () => dispatch(i + 1))); }; return dispatch(0); }; }',
        'const log: Mw = async (ctx, next) => { console.error("start"); return next(); };',
        'const auth: Mw = async (ctx, next) => { if (!ctx.name) throw new Error("no"); return next(); };',
        'const handle: Mw = async (ctx) => { RUN(ctx.args.x); return { content: [] }; };',
        'const run = compose([log, auth, handle]);',
        'const server = new Server({ name: "a", version: "1" });',
        'server.setRequestHandler(CallToolRequestSchema, async (req) => run({ name: req.params.name, args: req.params.arguments }));',
      ),
    ],
    [
      'compose class',
      lines(
        'HEAD',
        'class Pipeline { private stack: any[] = []; use(f: any) { this.stack.push(f); return this; } async run(ctx: any) { let index = -1; const dispatch = async (i: number): Promise<any> => { if (i <= index) throw new Error("next() called twice"); index = i; const fn = this.stack[i]; if (!fn) return; return fn(ctx, dispatch.bind(null, i + 1)); }; return dispatch(0); } }',
        'const p = new Pipeline();',
        'p.use(async (ctx: any, next: any) => { await next(); });',
        'p.use(async (ctx: any, next: any) => { ctx.t = Date.now(); await next(); });',
        'p.use(async (ctx: any, next: any) => { RUN(ctx.args.x); });',
        'const server = new McpServer({ name: "a", version: "1" });',
        'server.tool("list", "Lists", { x: z.string() }, async (args) => { await p.run({ args }); return { content: [] }; });',
      ),
    ],
    [
      'reduceRight',
      lines(
        'HEAD',
        'const mws: any[] = [ (next: any) => async (ctx: any) => next(ctx), (next: any) => async (ctx: any) => { console.error(1); return next(ctx); } ];',
        'const final = async (ctx: any) => { RUN(ctx.x); };',
        'const chain = mws.reduceRight((next, mw) => mw(next), final);',
        'const server = new McpServer({ name: "a", version: "1" });',
        'server.tool("list", "Lists", { x: z.string() }, async (args) => { await chain(args); return { content: [] }; });',
      ),
    ],
    [
      'next counter',
      lines(
        'HEAD',
        'const steps: any[] = [];',
        'steps.push((req: any, next: any) => next()); steps.push((req: any, next: any) => { RUN(req.x); next(); });',
        'function handle(req: any) { let i = 0; const next = () => { const step = steps[i++]; if (step) step(req, next); }; next(); }',
        'const server = new McpServer({ name: "a", version: "1" });',
        'server.tool("list", "Lists", { x: z.string() }, async (args) => { handle(args); return { content: [] }; });',
      ),
    ],
    [
      'next passes ctx',
      lines(
        'HEAD',
        'const mws: any[] = [async (c: any, next: any) => next({ ...c, a: 1 }), async (c: any, next: any) => next(c)];',
        'async function runAll(c: any, i: number, last: any): Promise<any> { if (i === mws.length) return last(c); return mws[i](c, (d: any) => runAll(d, i + 1, last)); }',
        'const server = new McpServer({ name: "a", version: "1" });',
        'server.tool("list", "Lists", { x: z.string() }, async (args) => { await runAll(args, 0, async (c: any) => { RUN(c.x); }); return { content: [] }; });',
      ),
    ],
    [
      'koa-compose lib',
      lines(
        'HEAD',
        'import compose from "koa-compose";',
        'const run = compose([async (ctx: any, next: any) => next(), async (ctx: any) => { RUN(ctx.x); }]);',
        'const server = new McpServer({ name: "a", version: "1" });',
        'server.tool("list", "Lists", { x: z.string() }, async (args) => { await run(args); return { content: [] }; });',
      ),
    ],
    [
      'with wrapper',
      lines(
        'HEAD',
        'const withLog = (h: any) => async (a: any, e: any) => { try { return await h(a, e); } catch (err) { return { content: [], isError: true }; } };',
        'const withAuth = (h: any) => async (a: any, e: any) => { if (!process.env.OK) throw new Error("x"); return h(a, e); };',
        'const server = new McpServer({ name: "a", version: "1" });',
        'server.tool("list", "Lists", { x: z.string() }, withLog(withAuth(async ({ x }: any) => { RUN(x); return { content: [] }; })));',
      ),
    ],
  ]);
});

describe('checks in chains of middleware', () => {
  twins([
    [
      'compose validates',
      undefined,
      lines(
        'HEAD',
        'const stack: any[] = [async (ctx: any, next: any) => { if (!/^[a-z]+$/.test(ctx.x)) throw new Error("no"); return next(); }, async (ctx: any, next: any) => { execSync(`ls ${ctx.x}`); }];',
        'const run = (ctx: any) => { const dispatch = (i: number): any => { const fn = stack[i]; if (!fn) return; return fn(ctx, () => dispatch(i + 1)); }; return dispatch(0); };',
        'HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { await run({ x }); return { content: [] }; });',
      ),
    ],
    [
      'promise validated',
      undefined,
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { const y = await new Promise<string>((resolve, reject) => { if (!/^[a-z]+$/.test(x)) reject(new Error("x")); else resolve(x); }); execSync(`ls ${y}`); return { content: [] }; });',
      ),
    ],
    [
      'each of a list',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "d", { x: z.array(z.string()) }, async ({ x }) => { for (const e of x) execSync(`ls ${e}`); return { content: [] }; });',
      ),
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list", "d", { x: z.array(z.enum(["a", "b"])) }, async ({ x }) => { for (const e of x) execSync(`ls ${e}`); return { content: [] }; });',
      ),
    ],
    [
      'a function with a declared this',
      lines(
        'HEAD',
        'HIGH',
        'const all = { list(this: void, a: any) { execSync(`ls ${a.x}`); return { content: [] }; } };',
        'server.tool("list", "d", { x: z.string() }, async (a) => Reflect.apply(all.list, null, [a]));',
      ),
      lines(
        'HEAD',
        'HIGH',
        'const all = { list(this: void, a: any) { execFileSync("ls", ["--", a.x]); return { content: [] }; } };',
        'server.tool("list", "d", { x: z.string() }, async (a) => Reflect.apply(all.list, null, [a]));',
      ),
    ],
    [
      'index loop allow',
      undefined,
      lines(
        'HEAD',
        'HIGH',
        'const OK = new Set(["a"]); server.tool("list", "d", { x: z.array(z.string()) }, async ({ x }) => { for (let i = 0; i < x.length; i++) { if (!OK.has(x[i])) throw new Error(); execSync(`ls ${x[i]}`); } return { content: [] }; });',
      ),
    ],
    [
      'index loop allow2',
      undefined,
      lines(
        'HEAD',
        'HIGH',
        'const OK = ["a"]; server.tool("list", "d", { x: z.array(z.string()) }, async ({ x }) => { for (let i = 0; i < x.length; i++) { const e = x[i]; if (!OK.includes(e)) continue; execSync(`ls ${e}`); } return { content: [] }; });',
      ),
    ],
    [
      'stream validated',
      undefined,
      lines(
        'HEAD',
        'import { Transform } from "stream";',
        'HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { const t = new Transform({ transform(c, e, cb) { const s = String(c); if (!/^[a-z]+$/.test(s)) { cb(new Error("x")); return; } cb(null, s); } }); t.on("data", (d) => { execSync(`ls ${d}`); }); t.end(x); return { content: [] }; });',
      ),
    ],
    [
      'let later',
      undefined,
      lines(
        'HEAD',
        'HIGH',
        'let cached; const ROOTS = ["a", "b"]; server.tool("list", "d", { x: z.enum(["a", "b"]) }, async ({ x }) => { let cmd; if (x === "a") cmd = "ls"; else cmd = "ps"; cached = cmd; execSync(cmd); let out; try { out = execSync("ls " + cached); } catch { out = ""; } return { content: [] }; });',
      ),
    ],
    [
      'execa tags',
      undefined,
      lines(
        'HEAD',
        'import { execa, $ } from "execa"; HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { await execa`ls ${x}`; await $`ls -la ${x} | wc -l`; await execa({ cwd: "/tmp" })`ls ${x}`; const { stdout } = await $({ stdio: "pipe" })`git log -- ${x}`; return { content: [] }; });',
      ),
    ],
    [
      'zx list',
      undefined,
      lines(
        'HEAD',
        'import { $, cd } from "zx"; HIGH',
        'server.tool("list", "d", { x: z.array(z.string()) }, async ({ x }) => { await $`ls ${x}`; await $`git log -- ${x}`; await $`cat a | grep -- ${x[0]}`; return { content: [] }; });',
      ),
    ],
    [
      'bind args',
      undefined,
      lines(
        'HEAD',
        'function go(cmd: string, args: any) { execSync(cmd); return { content: [] }; } HIGH',
        'server.tool("list", "d", { x: z.string() }, go.bind(null, "ls"));',
      ),
    ],
    [
      'proxy validates',
      undefined,
      lines(
        'HEAD',
        'const api = { list(a: string) { execSync("ls " + a); } }; const safe: any = new Proxy(api, { get(t: any, name: string) { return (a: string) => { if (!/^[a-z]+$/.test(a)) throw new Error(); return t[name](a); }; } }); HIGH',
        'server.tool("list", "d", { x: z.string() }, async ({ x }) => { safe.list(x); return { content: [] }; });',
      ),
    ],
    [
      'getter literal',
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list","d",{x:z.string()},async({x})=>{ const o = { get cmd() { return `ls ${x}`; } }; execSync(o.cmd); return {content:[]}; });',
      ),
      lines(
        'HEAD',
        'HIGH',
        'server.tool("list","d",{x:z.string()},async({x})=>{ const o = { get cmd() { return `ls ${Number(x)}`; } }; execSync(o.cmd); return {content:[]}; });',
      ),
    ],
    [
      'bind args bad',
      lines(
        'HEAD',
        'HIGH',
        'function go(cmd: string, args: any) { execSync(`${cmd} ${args.x}`); return { content: [] }; } server.tool("list", "d", { x: z.string() }, go.bind(null, "ls"));',
      ),
      lines(
        'HEAD',
        'HIGH',
        'function go(cmd: string, args: any) { execFileSync(cmd, ["--", args.x]); return { content: [] }; } server.tool("list", "d", { x: z.string() }, go.bind(null, "ls"));',
      ),
    ],
    [
      'decorator low',
      lines(
        'HEAD',
        'import { Tool } from "langium-tools"; class A { @Tool("list", "d", { x: z.string() }) run({ x }) { execSync(`ls ${x}`); } @Tool() other(a: any) { execSync(`ls ${a.y}`); } }',
      ),
      lines(
        'HEAD',
        'import { Tool } from "langium-tools"; class A { @Tool("list", "d", { x: z.enum(["a"]) }) run({ x }) { execSync(`ls ${x}`); } @Tool() other(a: any) { execFileSync("ls", ["--", a.y]); } }',
      ),
    ],
    [
      'json-rpc by hand',
      lines(
        'HEAD',
        'import readline from "readline"; const rl = readline.createInterface({ input: process.stdin }); const tools: any = { list: (a: any) => { execSync(`ls ${a.x}`); } }; rl.on("line", async (line) => { const msg = JSON.parse(line); if (msg.method === "tools/call") { const r = await tools[msg.params.name](msg.params.arguments); process.stdout.write(JSON.stringify({ id: msg.id, result: r })); } });',
      ),
      lines(
        'HEAD',
        'import readline from "readline"; const rl = readline.createInterface({ input: process.stdin }); const tools: any = { list: (a: any) => { execFileSync("ls", ["--", a.x]); } }; rl.on("line", async (line) => { const msg = JSON.parse(line); if (msg.method === "tools/call") { const r = await tools[msg.params.name](msg.params.arguments); process.stdout.write(JSON.stringify({ id: msg.id, result: r })); } });',
      ),
    ],
    [
      'registerTool loop config',
      lines(
        'HEAD',
        'HIGH',
        'const defs = { list: { description: "d", inputSchema: { x: z.string() }, run: async (a: any) => { execSync(`ls ${a.x}`); return { content: [] }; } } }; for (const [name, def] of Object.entries(defs)) { server.registerTool(name, { description: def.description, inputSchema: def.inputSchema }, def.run); }',
      ),
      lines(
        'HEAD',
        'HIGH',
        'const defs = { list: { description: "d", inputSchema: { x: z.string() }, run: async (a: any) => { execFileSync("ls", ["--", a.x]); return { content: [] }; } } }; for (const [name, def] of Object.entries(defs)) { server.registerTool(name, { description: def.description, inputSchema: def.inputSchema }, def.run); }',
      ),
    ],
    [
      'abstract class registry',
      lines(
        'HEAD',
        'HIGH',
        'abstract class Base { abstract name: string; abstract schema: any; register(s: McpServer) { s.tool(this.name, "d", this.schema, (a: any) => this.run(a)); } abstract run(a: any): any; } class Ls extends Base { name = "list"; schema = { x: z.string() }; run(a: any) { execSync(`ls ${a.x}`); return { content: [] }; } } [new Ls()].forEach((t) => t.register(server));',
      ),
      lines(
        'HEAD',
        'HIGH',
        'abstract class Base { abstract name: string; abstract schema: any; register(s: McpServer) { s.tool(this.name, "d", this.schema, (a: any) => this.run(a)); } abstract run(a: any): any; } class Ls extends Base { name = "list"; schema = { x: z.string() }; run(a: any) { execFileSync("ls", ["--", a.x]); return { content: [] }; } } [new Ls()].forEach((t) => t.register(server));',
      ),
    ],
  ]);
});
