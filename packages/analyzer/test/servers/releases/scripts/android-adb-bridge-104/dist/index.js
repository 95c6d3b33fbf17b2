#!/usr/bin/env node
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const zod_1 = require("zod");
const adb_1 = require("./adb");
const adb = new adb_1.Adb(process.env.ANDROID_SERIAL);
const server = new mcp_js_1.McpServer({ name: "android-adb-bridge", version: "1.0.4" });
const ok = (text) => ({ content: [{ type: "text", text }] });
const guarded = (fn) => async (args) => {
    try {
        return ok(await fn(args));
    }
    catch (e) {
        console.error("adb call failed");
        return { ...ok("adb call failed, is the device connected?"), isError: true };
    }
};
server.tool("tap", "Tap on the screen", { x: zod_1.z.number().min(0).max(10000), y: zod_1.z.number().min(0).max(10000) }, guarded(async ({ x, y }) => {
    await adb.tap(x, y);
    return `tapped ${x},${y}`;
}));
server.tool("type_text", "Type text into the focused field", { text: zod_1.z.string().max(500) }, guarded(async ({ text }) => {
    await adb.type(text);
    return `typed ${text.length} characters`;
}));
server.tool("battery", "Battery level in percent", {}, guarded(async () => String(await adb.battery())));
async function main() {
    await server.connect(new stdio_js_1.StdioServerTransport());
}
main().catch(() => process.exit(1));
