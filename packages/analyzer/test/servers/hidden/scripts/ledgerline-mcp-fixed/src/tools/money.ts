import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ApiError } from "../api.js";
import { defineTool } from "./types.js";

export const listPayouts = defineTool({
  name: "list_payouts",
  description: "Lists the payouts to the bank account.",
  roles: ["finance"],
  schema: z.object({ limit: z.number().int().min(1).max(50).default(10) }),
  inputSchema: {
    type: "object",
    properties: { limit: { type: "integer", minimum: 1, maximum: 50 } },
  },
  run: ({ limit }, { api }) => api.listPayouts(limit),
});

export const refundCharge = defineTool({
  name: "refund_charge",
  description: "Refunds a paid charge, wholly or in part. Finance only.",
  roles: ["finance"],
  schema: z.object({
    id: z.string().regex(/^ch_[A-Za-z0-9]{6,40}$/),
    amount: z.number().int().positive(),
  }),
  inputSchema: {
    type: "object",
    properties: {
      id: { type: "string", description: "Charge id, ch_…" },
      amount: { type: "integer", description: "Amount in minor units" },
    },
    required: ["id", "amount"],
  },
  async run({ id, amount }, { api, principal, maxRefund }) {
    if (amount > maxRefund) {
      throw new ApiError(`Refunds above ${maxRefund} are made in the back office itself.`);
    }
    const charge = await api.getCharge(id);
    if (charge.status !== "paid" || amount > charge.amount - charge.refunded) {
      throw new ApiError("The charge cannot be refunded by that amount.");
    }
    console.error(`[audit] refund of ${amount} on ${id} by ${principal.name}`);
    return api.refund(id, amount, randomUUID());
  },
});
