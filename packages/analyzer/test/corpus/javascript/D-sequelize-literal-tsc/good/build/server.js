"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const sequelize_1 = require("sequelize");
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const zod_1 = require("zod");
const sequelize = new sequelize_1.Sequelize(process.env.DATABASE_URL ?? "", {
    dialect: "mysql",
    logging: false,
    pool: { max: 3, acquire: 5000 },
    dialectOptions: { connectTimeout: 5000 },
});
const server = new mcp_js_1.McpServer({ name: "subscriptions", version: "1.0.8" });
server.registerTool("is_subscribed", {
    description: "Whether an address receives the newsletter",
    inputSchema: { email: zod_1.z.string().min(3).max(160) },
    annotations: { readOnlyHint: true },
}, async ({ email }) => {
    const rows = await sequelize.query("SELECT 1 FROM subscribers WHERE active = 1 AND email = :email LIMIT 1", {
        replacements: { email },
        type: sequelize_1.QueryTypes.SELECT,
    });
    return { content: [{ type: "text", text: rows.length > 0 ? "yes" : "no" }] };
});
async function main() {
    await server.connect(new stdio_js_1.StdioServerTransport());
}
main().catch((err) => {
    console.error("start failed:", err.name);
    process.exit(1);
});
