import { z } from "zod";

export const STAGES = ["lead", "qualified", "proposal", "won", "lost"] as const;
export const CONTACT_SORTS = ["name", "company", "last_seen"] as const;
export const DEAL_SORTS = ["value", "closes_on", "created_at", "stage"] as const;

const direction = z.enum(["asc", "desc"]).default("asc");
const limit = z.number().int().min(1).max(100).default(25);

export const SearchContacts = z.object({
  query: z.string().min(2).max(80),
  sort: z.enum(CONTACT_SORTS).default("name"),
  direction,
  limit,
});

export const GetAccount = z.object({
  id: z.number().int().positive(),
});

export const ListDeals = z.object({
  stage: z.enum(STAGES).optional(),
  minValue: z.number().nonnegative().optional(),
  sort: z.enum(DEAL_SORTS).default("closes_on"),
  direction,
  limit,
});

export const toolList = [
  {
    name: "search_contacts",
    description: "Finds contacts by a part of their name or company.",
    inputSchema: {
      type: "object" as const,
      properties: {
        query: { type: "string", minLength: 2, maxLength: 80 },
        sort: { type: "string", enum: CONTACT_SORTS },
        direction: { type: "string", enum: ["asc", "desc"] },
        limit: { type: "integer", minimum: 1, maximum: 100 },
      },
      required: ["query"],
    },
  },
  {
    name: "get_account",
    description: "Shows one account and its open deals.",
    inputSchema: {
      type: "object" as const,
      properties: { id: { type: "integer", minimum: 1 } },
      required: ["id"],
    },
  },
  {
    name: "list_deals",
    description: "Lists deals, optionally of one stage or above a value.",
    inputSchema: {
      type: "object" as const,
      properties: {
        stage: { type: "string", enum: STAGES },
        minValue: { type: "number", minimum: 0 },
        sort: { type: "string", enum: DEAL_SORTS },
        direction: { type: "string", enum: ["asc", "desc"] },
        limit: { type: "integer", minimum: 1, maximum: 100 },
      },
    },
  },
  {
    name: "pipeline_summary",
    description: "Number and total value of the deals in each stage.",
    inputSchema: { type: "object" as const, properties: {} },
  },
];
