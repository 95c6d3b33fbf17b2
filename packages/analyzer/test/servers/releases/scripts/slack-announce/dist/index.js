#!/usr/bin/env node
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const index_js_1 = require("@modelcontextprotocol/sdk/server/index.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const types_js_1 = require("@modelcontextprotocol/sdk/types.js");
const web_api_1 = require("@slack/web-api");
const config_1 = require("./config");
class AnnounceServer {
    config;
    slack;
    server = new index_js_1.Server({ name: "slack-announce", version: "0.3.0" }, { capabilities: { tools: {} } });
    sent = [];
    constructor(config) {
        this.config = config;
        this.slack = new web_api_1.WebClient(config.token, { timeout: 10_000, retryConfig: { retries: 2 } });
        this.server.setRequestHandler(types_js_1.ListToolsRequestSchema, async () => ({ tools: [this.tool()] }));
        this.server.setRequestHandler(types_js_1.CallToolRequestSchema, async ({ params }) => {
            if (params.name !== "announce")
                throw new Error("Unknown tool");
            return this.announce(params.arguments ?? {});
        });
    }
    tool() {
        return {
            name: "announce",
            description: "Post an announcement to one of the configured channels",
            inputSchema: {
                type: "object",
                properties: {
                    channel: { type: "string", enum: [...this.config.channels.keys()] },
                    text: { type: "string", minLength: 1, maxLength: 3000 },
                },
                required: ["channel", "text"],
            },
            annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
        };
    }
    allowed() {
        const now = Date.now();
        this.sent = this.sent.filter((t) => now - t < 60_000);
        if (this.sent.length >= 10)
            return false;
        this.sent.push(now);
        return true;
    }
    async announce(args) {
        const fail = (text) => ({ isError: true, content: [{ type: "text", text }] });
        const channel = this.config.channels.get(String(args.channel));
        const text = typeof args.text === "string" ? args.text.slice(0, 3000) : "";
        if (!channel || !text)
            return fail("channel or text is not valid");
        if (!this.allowed())
            return fail("too many announcements, wait a minute");
        try {
            const res = await this.slack.chat.postMessage({ channel, text: text.replace(/<!(channel|here|everyone)>/g, "@$1"), unfurl_links: false });
            return { content: [{ type: "text", text: `posted at ${Number(res.ts)}` }] };
        }
        catch (e) {
            console.error("announce:", e.code ?? "failed");
            return fail("Slack did not accept the message");
        }
    }
    run() {
        return this.server.connect(new stdio_js_1.StdioServerTransport());
    }
}
Promise.resolve()
    .then(() => new AnnounceServer((0, config_1.readConfig)(process.env)).run())
    .catch((e) => {
    console.error(e.message);
    process.exit(1);
});
