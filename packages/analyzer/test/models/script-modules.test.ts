import { describe } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { runTwins } from '../support/twins.js';

describe('module resolution in JavaScript and TypeScript', () => {
  runTwins([
    [
      'xmcp',
      {
        'src/tools/list.ts': lines(
          'HEAD',
          'import { type InferSchema } from "xmcp"; export const schema = { x: z.string().describe("x") }; export const metadata = { name: "list", description: "d", annotations: { readOnlyHint: true } }; export default async function list({ x }: InferSchema<typeof schema>) { RUN(x); return { content: [] }; }',
        ),
        'xmcp.config.ts': 'export default { stdio: true };',
        'package.json': '{"name":"x","version":"1.0.0","dependencies":{"xmcp":"1"}}',
      },
    ],
    [
      'ToolHandler base',
      {
        'src/base.ts':
          'export abstract class ToolHandler<T = any> { constructor(readonly name: string) {} abstract getToolDescription(): any; abstract runTool(args: T): Promise<any>; }',
        'src/list.ts': lines(
          'HEAD',
          'import { ToolHandler } from "./base.js"; export class ListTool extends ToolHandler { constructor() { super("list"); } getToolDescription() { return { name: this.name, description: "d", inputSchema: { type: "object", properties: { x: { type: "string" } } } }; } async runTool(args: any) { RUN(args.x); return []; } }',
        ),
        'src/index.ts': lines(
          'HEAD',
          'import { ToolHandler } from "./base.js"; import { ListTool } from "./list.js"; LOW',
          'const handlers: Record<string, ToolHandler> = {}; function add(h: ToolHandler) { handlers[h.name] = h; } add(new ListTool()); server.setRequestHandler(CallToolRequestSchema, async (request) => { const h = handlers[request.params.name]; if (!h) throw new Error(); return await h.runTool(request.params.arguments); });',
        ),
      },
    ],
    [
      'barrel',
      {
        'src/index.ts': lines(
          'HEAD',
          'import { tools } from "./tools/index.js"; HIGH',
          'for (const t of Object.values(tools)) server.registerTool(t.name, t.config, t.handler);',
        ),
        'src/tools/index.ts':
          'export * as list from "./list.js"; import * as l from "./list"; export const tools = { l }; export { default as d } from "./list.js";',
        'src/tools/list.ts': lines(
          'HEAD',
          'export const name = "list"; export const config = { description: "d", inputSchema: { x: z.string() } }; export async function handler({ x }: any) { RUN(x); return { content: [] }; } export default handler;',
        ),
      },
    ],
    [
      'barrel star',
      {
        'src/index.ts': lines('HEAD', 'import { registerAll } from "./tools"; HIGH', 'registerAll(server);'),
        'src/tools/index.ts':
          'import { registerList } from "./all"; export function registerAll(s: any) { registerList(s); }',
        'src/tools/all.ts': 'export * from "./list"; export * from "./none";',
        'src/tools/none.ts': 'export const a = 1;',
        'src/tools/list.ts': lines(
          'HEAD',
          'export const registerList = (server: McpServer) => { server.tool("list", "d", { x: z.string() }, async ({ x }) => { RUN(x); return { content: [] }; }); };',
        ),
      },
    ],
    [
      'alias @/lib',
      {
        'tsconfig.json': lines(
          '{',
          ' // c',
          ' "compilerOptions": { "baseUrl": "./", "paths": { "@/*": ["./lib/*"], "~tools": ["./tools/main.ts"], }, },',
          '}',
        ),
        'app/index.ts': lines(
          'HEAD',
          'import { list } from "@/run"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { list(x); return { content: [] }; });',
        ),
        'lib/run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'alias exact',
      {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "~tools": ["./tools/main.ts"] } } }',
        'app/index.ts': lines(
          'HEAD',
          'import { list } from "~tools"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { list(x); return { content: [] }; });',
        ),
        'tools/main.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'alias baseUrl',
      {
        'tsconfig.json': '{ "compilerOptions": { "baseUrl": "src" } }',
        'src/index.ts': lines(
          'HEAD',
          'import { list } from "utils/run"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { list(x); return { content: [] }; });',
        ),
        'src/utils/run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'alias src',
      {
        'src/index.ts': lines(
          'HEAD',
          'import { list } from "@/lib/run"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { list(x); return { content: [] }; });',
        ),
        'src/lib/run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'alias nested package',
      {
        'package.json': '{"name":"root","version":"1.0.0","workspaces":["apps/*"]}',
        'apps/mcp/package.json': '{"name":"mcp","version":"1.0.0"}',
        'apps/mcp/src/index.ts': lines(
          'HEAD',
          'import { list } from "@/lib/run"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { list(x); return { content: [] }; });',
        ),
        'apps/mcp/src/lib/run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'subpath imports',
      {
        'package.json':
          '{"name":"a","version":"1.0.0","imports":{"#lib/*":"./dist/lib/*.js","#run":{"types":"./x.d.ts","default":"./code/run.js"}}}',
        'code/index.ts': lines(
          'HEAD',
          'import { list } from "#run"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { list(x); return { content: [] }; });',
        ),
        'code/run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'workspace',
      {
        'package.json': '{"name":"root","private":true,"version":"1.0.0","workspaces":["packages/*"]}',
        'packages/core/package.json':
          '{"name":"@a/core","version":"1.0.0","main":"dist/index.js","exports":{".":"./dist/index.js","./run":"./dist/sub/run.js"}}',
        'packages/core/src/index.ts': 'export * from "./sub/run.js";',
        'packages/core/src/sub/run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
        'packages/srv/package.json':
          '{"name":"@a/srv","version":"1.0.0","dependencies":{"@a/core":"workspace:*"}}',
        'packages/srv/src/index.ts': lines(
          'HEAD',
          'import { list } from "@a/core"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { list(x); return { content: [] }; });',
        ),
      },
    ],
    [
      'workspace subpath',
      {
        'package.json': '{"name":"root","private":true,"version":"1.0.0","workspaces":["packages/*"]}',
        'packages/core/package.json':
          '{"name":"@a/core","version":"1.0.0","main":"dist/index.js","exports":{".":"./dist/index.js","./run":"./dist/sub/run.js"}}',
        'packages/core/src/index.ts': 'export const a = 1;',
        'packages/core/src/sub/run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
        'packages/srv/package.json':
          '{"name":"@a/srv","version":"1.0.0","dependencies":{"@a/core":"workspace:*"}}',
        'packages/srv/src/index.ts': lines(
          'HEAD',
          'import { list } from "@a/core/run"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { list(x); return { content: [] }; });',
        ),
      },
    ],
    [
      'commonjs',
      {
        'index.js':
          'const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js"); const { z } = require("zod"); const run = require("./run"); const { other } = require("./lib/index.js"); const server = new McpServer({}); server.tool("list", "d", { x: z.string() }, async ({ x }) => { run(x); return { content: [] }; });',
        'run.js':
          'const { execSync, execFileSync } = require("child_process"); module.exports = function (v) { RUN(v); };',
        'lib/index.js': 'exports.other = 1;',
      },
    ],
    [
      'commonjs object',
      {
        'index.js':
          'const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js"); const { z } = require("zod"); const { run } = require("./run").api; const server = new McpServer({}); server.tool("list", "d", { x: z.string() }, async ({ x }) => { run(x); return { content: [] }; });',
        'run.js':
          'const { execSync, execFileSync } = require("child_process"); Object.defineProperty(exports, "__esModule", { value: true }); function run(v) { RUN(v); } exports.api = { run };',
      },
    ],
    [
      'commonjs getter',
      {
        'index.js':
          '"use strict"; Object.defineProperty(exports, "__esModule", { value: true }); const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js"); const zod_1 = require("zod"); const tools_1 = require("./tools"); const server = new mcp_js_1.McpServer({}); server.tool("list", "d", { x: zod_1.z.string() }, async ({ x }) => { (0, tools_1.run)(x); return { content: [] }; });',
        'tools.js':
          '"use strict"; var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) { if (k2 === undefined) k2 = k; var desc = Object.getOwnPropertyDescriptor(m, k); if (!desc) { desc = { enumerable: true, get: function() { return m[k]; } }; } Object.defineProperty(o, k2, desc); }) : (function(o, m, k, k2) { o[k2] = m[k]; })); var __exportStar = (this && this.__exportStar) || function(m, exports) { for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) __createBinding(exports, m, p); }; Object.defineProperty(exports, "__esModule", { value: true }); __exportStar(require("./run"), exports);',
        'run.js':
          '"use strict"; const { execSync, execFileSync } = require("child_process"); exports.run = run; function run(v) { RUN(v); }',
      },
    ],
    [
      'esbuild cjs',
      {
        'index.js': lines(
          'var __defProp = Object.defineProperty; var __getOwnPropNames = Object.getOwnPropertyNames; var __create = Object.create; var __getProtoOf = Object.getPrototypeOf; var __hasOwnProp = Object.prototype.hasOwnProperty; var __getOwnPropDesc = Object.getOwnPropertyDescriptor;',
          'var __commonJS = (cb, mod) => function __require() { return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports; };',
          'var __esm = (fn, res) => function __init() { return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res; };',
          'var __export = (target, all) => { for (var name in all) __defProp(target, name, { get: all[name], enumerable: true }); };',
          'var __copyProps = (to, from, except, desc) => { if (from && typeof from === "object" || typeof from === "function") { for (let key of __getOwnPropNames(from)) if (!__hasOwnProp.call(to, key) && key !== except) __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable }); } return to; };',
          'var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target, mod));',
          'var require_run = __commonJS({ "src/run.js"(exports, module) { var cp = require("child_process"); var { execSync, execFileSync } = cp; module.exports.run = function (v) { RUN(v); }; } });',
          'var import_run = __toESM(require_run());',
          'var import_mcp = require("@modelcontextprotocol/sdk/server/mcp.js"); var import_zod = require("zod");',
          'var server = new import_mcp.McpServer({}); server.tool("list", "d", { x: import_zod.z.string() }, async ({ x }) => { (0, import_run.run)(x); return { content: [] }; });',
        ),
      },
    ],
    [
      'esbuild export',
      {
        'index.js': lines(
          'import { createRequire } from "module"; const require = createRequire(import.meta.url); var __defProp = Object.defineProperty; var __export = (target, all) => { for (var name in all) __defProp(target, name, { get: all[name], enumerable: true }); };',
          'import { execSync, execFileSync } from "child_process"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { z } from "zod";',
          'var tools_exports = {}; __export(tools_exports, { run: () => run, schema: () => schema }); var schema = { x: z.string() }; function run({ x }) { RUN(x); return { content: [] }; }',
          'var server = new McpServer({}); server.tool("list", "d", tools_exports.schema, async (a) => tools_exports.run(a));',
        ),
      },
    ],
    [
      'esbuild esm init',
      {
        'index.js': lines(
          'var __getOwnPropNames = Object.getOwnPropertyNames; var __esm = (fn, res) => function __init() { return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res; };',
          'import { execSync, execFileSync } from "child_process"; import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { z } from "zod";',
          'var run; var init_run = __esm({ "src/run.ts"() { "use strict"; run = (v) => { RUN(v); }; } });',
          'init_run(); var server = new McpServer({}); server.tool("list", "d", { x: z.string() }, async (a) => run(a.x));',
        ),
      },
    ],
    [
      'dynamic import',
      {
        'index.ts': lines(
          'HEADHIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { const { list } = await import("./run.js"); list(x); const m = await import("./run.js"); m.default(x); return { content: [] }; });',
        ),
        'run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); }; export default list;'),
      },
    ],
    [
      'dynamic then',
      {
        'index.ts': lines(
          'HEADHIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { await import("./run.js").then(({ list }) => list(x)); return { content: [] }; });',
        ),
        'run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'dynamic table',
      {
        'index.ts': lines(
          'HEADLOW',
          'const loaders: any = { list: () => import("./run.js") }; server.setRequestHandler(CallToolRequestSchema, async (request) => { const m = await loaders[request.params.name](); return m.list(request.params.arguments!.x); });',
        ),
        'run.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'import default json interop',
      {
        'index.ts': lines(
          'HEAD',
          'import cp from "./wrap.cjs"; HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { cp.list(x); return { content: [] }; });',
        ),
        'wrap.cjs':
          'const { execSync, execFileSync } = require("child_process"); module.exports = { list(v) { RUN(v); } };',
      },
    ],
    [
      'import equals',
      {
        'index.ts': lines(
          'HEAD',
          'import w = require("./wrap"); HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { w.list(x); return { content: [] }; });',
        ),
        'wrap.ts': lines('HEAD', 'export const list = (v: string) => { RUN(v); };'),
      },
    ],
    [
      'export = class',
      {
        'index.ts': lines(
          'HEAD',
          'import W = require("./wrap"); HIGH',
          'server.tool("list", "d", { x: z.string() }, async ({ x }) => { new W().list(x); return { content: [] }; });',
        ),
        'wrap.ts': lines('HEAD', 'class W { list(v: string) { RUN(v); } } export = W;'),
      },
    ],
  ]);
});
