#!/usr/bin/env node
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res) => function __init() {
  return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
};
var __commonJS = (cb, mod) => function __require() {
  return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// src/archive.cjs
var require_archive = __commonJS({
  "src/archive.cjs"(exports, module) {
    "use strict";
    const { exec } = require("child_process");
    module.exports.pack = function pack(folder, target) {
      return new Promise((resolve, reject) => {
        exec(`tar -czf ${target} ${folder}`, { timeout: 6e4 }, (error, out) => error ? reject(error) : resolve(out));
      });
    };
  }
});

// node_modules/zod/v3/external.js
var external_exports = {};
__export(external_exports, {
  ZodType: () => ZodType,
  number: () => numberType,
  object: () => objectType,
  string: () => stringType
});

// node_modules/zod/v3/types.js
var ZodType = class {
  constructor(def) {
    this._def = def;
    this.describe = this.describe.bind(this);
  }
  describe(description) {
    return new this.constructor({ ...this._def, description });
  }
  parse(data) {
    const result = this._parse(data);
    if (result.status !== "valid") throw new Error("invalid");
    return result.value;
  }
};
var ZodString = class _ZodString extends ZodType {
  _parse(data) {
    return { status: typeof data === "string" ? "valid" : "invalid", value: data };
  }
};
var ZodNumber = class _ZodNumber extends ZodType {
  _parse(data) {
    return { status: typeof data === "number" ? "valid" : "invalid", value: data };
  }
};
var stringType = () => new ZodString({ typeName: "ZodString" });
var numberType = () => new ZodNumber({ typeName: "ZodNumber" });
var objectType = (shape) => ({ shape, parse: (data) => data });

// node_modules/@modelcontextprotocol/sdk/dist/esm/shared/protocol.js
var Protocol = class {
  constructor() {
    this._requestHandlers = /* @__PURE__ */ new Map();
  }
  setRequestHandler(schema, handler) {
    this._requestHandlers.set(schema.shape.method.value, (request, extra) => Promise.resolve(handler(schema.parse(request), extra)));
  }
  async connect(transport) {
    this._transport = transport;
    transport.onmessage = (message, extra) => this._onrequest(message, extra);
    await transport.start();
  }
  _onrequest(request, extra) {
    const handler = this._requestHandlers.get(request.method);
    return handler && handler(request, extra);
  }
};

// node_modules/@modelcontextprotocol/sdk/dist/esm/server/mcp.js
var McpServer = class extends Protocol {
  constructor(serverInfo) {
    super();
    this._registeredTools = {};
    this.serverInfo = serverInfo;
  }
  registerTool(name, config, cb) {
    const { description, inputSchema } = config;
    this._registeredTools[name] = { description, inputSchema, callback: cb };
    this.setRequestHandler({ shape: { method: { value: "tools/call" } }, parse: (data) => data }, async (request, extra) => {
      const tool = this._registeredTools[request.params.name];
      return tool.callback(request.params.arguments, extra);
    });
  }
};

// node_modules/@modelcontextprotocol/sdk/dist/esm/server/stdio.js
import process2 from "node:process";
var StdioServerTransport = class {
  constructor(_stdin = process2.stdin, _stdout = process2.stdout) {
    this._stdin = _stdin;
    this._stdout = _stdout;
  }
  async start() {
    this._stdin.on("data", (chunk) => this.onmessage(JSON.parse(chunk)));
  }
};

// src/cli.ts
var import_archive = __toESM(require_archive());
var server = new McpServer({ name: "site-backup", version: "2.1.0" });
server.registerTool(
  "backup",
  { description: "Packs a folder of the site", inputSchema: { folder: external_exports.string(), target: external_exports.string().describe("name of the archive") } },
  async ({ folder, target }) => {
    const out = await import_archive.default.pack(folder, target);
    return { content: [{ type: "text", text: out }] };
  }
);
await server.connect(new StdioServerTransport());
