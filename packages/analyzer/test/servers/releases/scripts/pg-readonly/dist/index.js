#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListResourcesRequestSchema, ListToolsRequestSchema, } from "@modelcontextprotocol/sdk/types.js";
import pg from "pg";
const server = new Server({ name: "example-servers/postgres", version: "0.6.2" }, { capabilities: { resources: {}, tools: {} } });
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl) {
    console.error("Please set DATABASE_URL");
    process.exit(1);
}
const resourceBaseUrl = new URL(databaseUrl);
resourceBaseUrl.protocol = "postgres:";
resourceBaseUrl.username = "";
resourceBaseUrl.password = "";
const pool = new pg.Pool({ connectionString: databaseUrl, statement_timeout: 20000, connectionTimeoutMillis: 5000 });
server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const client = await pool.connect();
    try {
        const result = await client.query("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'");
        return {
            resources: result.rows.map((row) => ({
                uri: new URL(`${row.table_name}/schema`, resourceBaseUrl).href,
                mimeType: "application/json",
                name: `"${row.table_name}" database schema`,
            })),
        };
    }
    finally {
        client.release();
    }
});
server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [
        {
            name: "query",
            description: "Run a read-only SQL query",
            inputSchema: { type: "object", properties: { sql: { type: "string" } } },
        },
    ],
}));
server.setRequestHandler(CallToolRequestSchema, async (request) => {
    if (request.params.name === "query") {
        const sql = request.params.arguments?.sql;
        const client = await pool.connect();
        try {
            await client.query("BEGIN TRANSACTION READ ONLY");
            const result = await client.query(sql);
            return { content: [{ type: "text", text: JSON.stringify(result.rows.slice(0, 500), null, 2) }], isError: false };
        }
        finally {
            client.query("ROLLBACK").catch((error) => console.warn("Could not roll back transaction:", error.message));
            client.release();
        }
    }
    throw new Error(`Unknown tool: ${request.params.name}`);
});
async function runServer() {
    const transport = new StdioServerTransport();
    await server.connect(transport);
}
runServer().catch((e) => console.error(e instanceof Error ? e.message : "failed"));
