#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { accessToken } from "./oauth.js";

const { CALENDAR_CLIENT_ID = "", CALENDAR_CLIENT_SECRET = "" } = process.env;
const server = new McpServer({ name: "calendar-link", version: "0.5.1" });

server.registerTool(
  "busy_times",
  {
    description: "Busy times of the primary calendar on a day",
    inputSchema: { day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) },
    annotations: { readOnlyHint: true },
  },
  async ({ day }) => {
    try {
      const token = await accessToken(CALENDAR_CLIENT_ID, CALENDAR_CLIENT_SECRET);
      const res = await fetch("https://www.googleapis.com/calendar/v3/freeBusy", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ timeMin: `${day}T00:00:00Z`, timeMax: `${day}T23:59:59Z`, items: [{ id: "primary" }] }),
        signal: AbortSignal.timeout(10_000),
      });
      if (!res.ok) throw new Error(`calendar answered ${res.status}`);
      const data = (await res.json()) as { calendars: { primary: { busy: { start: string; end: string }[] } } };
      const busy = data.calendars.primary.busy.map((b) => [new Date(b.start).toISOString(), new Date(b.end).toISOString()]);
      return { content: [{ type: "text", text: JSON.stringify({ day, busy }) }] };
    } catch (e) {
      console.error("busy_times:", e instanceof Error ? e.message : "failed");
      return { isError: true, content: [{ type: "text", text: "the calendar could not be read" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
