import { z } from "zod";
import { deliver } from "./deliver.js";
import { createEvent, eventTypes, sign } from "./events.js";

const reference = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/)
  .optional();

const eventProperties = {
  type: { type: "string", enum: eventTypes },
  reference: { type: "string", description: "Optional mark to find the event again" },
};

export class UnknownEndpoint extends Error {}

export function createHandlers({ endpoints, secret }) {
  const Preview = z.object({ type: z.enum(eventTypes), reference });
  const Send = Preview.extend({ endpoint: z.string().max(30) });

  return {
    list_endpoints: {
      description: "Lists the names of the configured endpoints.",
      inputSchema: { type: "object", properties: {} },
      run: async () => [...endpoints].map(([name, url]) => ({ name, host: url.host })),
    },
    preview_event: {
      description: "Shows a test event without sending it.",
      inputSchema: { type: "object", properties: eventProperties, required: ["type"] },
      run: async (args) => {
        const { type, reference: mark } = Preview.parse(args);
        return createEvent(type, mark);
      },
    },
    send_event: {
      description: "Sends a signed test event to one configured endpoint.",
      inputSchema: {
        type: "object",
        properties: { endpoint: { type: "string", enum: [...endpoints.keys()] }, ...eventProperties },
        required: ["endpoint", "type"],
      },
      run: async (args) => {
        const { endpoint, type, reference: mark } = Send.parse(args);
        const url = endpoints.get(endpoint);
        if (!url) throw new UnknownEndpoint("There is no endpoint of that name.");
        const event = createEvent(type, mark);
        const body = JSON.stringify(event);
        return { event: event.id, ...(await deliver(url, body, sign(body, secret))) };
      },
    },
  };
}
