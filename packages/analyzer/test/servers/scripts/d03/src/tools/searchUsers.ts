import { z } from "zod";
import { users } from "../db.js";

const schema = z.object({ expr: z.string(), max: z.number().int().positive().max(50).default(10) });
export const searchUsers = {
  name: "search_users",
  description: "Search users by age expression",
  schema,
  handler: async (raw: unknown) => {
    const input = schema.parse(raw);
    const cursor = (await users()).find({ $where: `this.age ${input.expr}` }).limit(input.max);
    let n = 0;
    for await (const _ of cursor) n++;
    return `${n} users`;
  },
};
