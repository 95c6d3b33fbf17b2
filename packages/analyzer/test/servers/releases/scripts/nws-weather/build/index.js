#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { countAlerts, makeNWSRequest, summarizePeriod } from "./nws.js";
const server = new McpServer({
    name: "weather",
    version: "1.0.0",
});
server.tool("get-alerts", "Count the active weather alerts of a state by severity", {
    state: z.string().regex(/^[A-Za-z]{2}$/).describe("Two-letter state code (e.g. CA, NY)"),
}, async ({ state }) => {
    const stateCode = state.toUpperCase();
    const data = await makeNWSRequest(`/alerts/active?area=${stateCode}`);
    if (!data) {
        return { isError: true, content: [{ type: "text", text: "Failed to retrieve alerts data" }] };
    }
    return { content: [{ type: "text", text: JSON.stringify({ state: stateCode, alerts: countAlerts(data.features ?? []) }) }] };
});
server.tool("get-forecast", "Get the weather forecast for a location", {
    latitude: z.number().min(-90).max(90).describe("Latitude of the location"),
    longitude: z.number().min(-180).max(180).describe("Longitude of the location"),
}, async ({ latitude, longitude }) => {
    const points = await makeNWSRequest(`/points/${latitude.toFixed(4)},${longitude.toFixed(4)}`);
    const { gridId, gridX, gridY } = points?.properties ?? {};
    if (!/^[A-Z]{3}$/.test(gridId ?? "") || !Number.isInteger(gridX) || !Number.isInteger(gridY)) {
        return { isError: true, content: [{ type: "text", text: "No grid point for these coordinates" }] };
    }
    const forecast = await makeNWSRequest(`/gridpoints/${gridId}/${gridX},${gridY}/forecast`);
    const periods = (forecast?.properties?.periods ?? []).slice(0, 14).map(summarizePeriod);
    return { content: [{ type: "text", text: JSON.stringify(periods) }] };
});
async function main() {
    const transport = new StdioServerTransport();
    await server.connect(transport);
    console.error("Weather MCP Server running on stdio");
}
main().catch(() => {
    console.error("Fatal error in main()");
    process.exit(1);
});
