import { z } from "zod";
import { defineTool } from "./types.js";

const STATUS = ["pending", "paid", "failed", "refunded"] as const;

export const findCharges = defineTool({
  name: "find_charges",
  description: "Lists recent charges, newest first.",
  roles: ["support", "finance"],
  schema: z.object({
    status: z.enum(STATUS).optional(),
    from: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional(),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  inputSchema: {
    type: "object",
    properties: {
      status: { type: "string", enum: STATUS },
      from: { type: "string", description: "First day, YYYY-MM-DD" },
      limit: { type: "integer", minimum: 1, maximum: 100 },
    },
  },
  run: (args, { api }) => api.findCharges(args),
});

export const getCharge = defineTool({
  name: "get_charge",
  description: "Shows one charge.",
  roles: ["support", "finance"],
  schema: z.object({ id: z.string().regex(/^ch_[A-Za-z0-9]{6,40}$/) }),
  inputSchema: {
    type: "object",
    properties: { id: { type: "string", description: "Charge id, ch_…" } },
    required: ["id"],
  },
  run: ({ id }, { api }) => api.getCharge(id),
});
