#!/usr/bin/env node
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const zod_1 = require("zod");
const validators_1 = require("./validators");
const reply = (v) => ({ content: [{ type: "text", text: JSON.stringify(v) }] });
class AddressServer {
    mcp = new mcp_js_1.McpServer({ name: "address-validator", version: "1.0.0" });
    constructor() {
        this.mcp.tool("validate_email", "Is this a well formed e-mail address?", { email: zod_1.z.string() }, async ({ email }) => reply((0, validators_1.validateEmail)(email)));
        this.mcp.tool("validate_phone", "Is this a well formed phone number?", { phone: zod_1.z.string().max(40) }, async ({ phone }) => reply((0, validators_1.validatePhone)(phone)));
        this.mcp.tool("validate_postcode", "Is this a postcode of the country?", { postcode: zod_1.z.string().max(12), country: zod_1.z.enum(["DE", "NL", "GB"]) }, async ({ postcode, country }) => reply((0, validators_1.validatePostcode)(postcode.toUpperCase(), country)));
    }
    start() {
        return this.mcp.connect(new stdio_js_1.StdioServerTransport());
    }
}
new AddressServer().start().catch((e) => {
    console.error(e.message);
    process.exit(1);
});
