import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import type { Relay } from "./relay.js";
import { MailError, fillTemplate, templates } from "./templates.js";

function reply(value: unknown) {
  return { content: [{ type: "text" as const, text: JSON.stringify(value, null, 2) }] };
}

function trouble(err: unknown) {
  if (!(err instanceof MailError)) {
    console.error("[mailroom]", err instanceof Error ? err.message : "unexpected failure");
  }
  const text = err instanceof MailError ? err.message : "The mail could not be handled.";
  return { content: [{ type: "text" as const, text }], isError: true };
}

function checkRecipient(address: string, domains: Set<string>): string {
  const at = address.lastIndexOf("@");
  if (!domains.has(address.slice(at + 1).toLowerCase())) {
    throw new MailError("Mail is only sent to recipients in the company's own domains.");
  }
  return address;
}

export function buildServer(relay: Relay, domains: Set<string>): McpServer {
  const server = new McpServer({ name: "mailroom", version: "1.0.5" });

  server.registerTool(
    "list_templates",
    { description: "Lists the approved templates and the fields they need." },
    async () => reply(templates.map(({ id, purpose, fields }) => ({ id, purpose, fields: Object.keys(fields) }))),
  );

  server.registerTool(
    "send_template",
    {
      description: "Sends one approved template to one recipient in the company's domains.",
      inputSchema: {
        to: z.string().email().max(120),
        template: z.string().max(40),
        fields: z.record(z.string().max(20), z.string().max(120)),
      },
    },
    async ({ to, template, fields }) => {
      try {
        const mail = { to: checkRecipient(to, domains), template, fields: fillTemplate(template, fields) };
        return reply(await relay.send(mail));
      } catch (err) {
        return trouble(err);
      }
    },
  );

  server.registerTool(
    "delivery_status",
    {
      description: "Tells whether a message was delivered.",
      inputSchema: { messageId: z.string().regex(/^[A-Za-z0-9-]{8,80}$/) },
    },
    async ({ messageId }) => {
      try {
        return reply(await relay.status(messageId));
      } catch (err) {
        return trouble(err);
      }
    },
  );

  return server;
}
