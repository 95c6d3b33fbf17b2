import { z } from "zod";

export const User = z.object({ login: z.string() });

export const Issue = z.object({
  number: z.number().int(),
  title: z.string(),
  state: z.enum(["open", "closed"]),
  body: z.string().nullable().default(""),
  user: User,
  labels: z.array(z.object({ name: z.string() })).default([]),
  created_at: z.string(),
});

export const Comment = z.object({
  id: z.number().int(),
  body: z.string(),
  user: User,
  created_at: z.string(),
});

export const Milestone = z.object({
  title: z.string(),
  open_issues: z.number().int(),
  closed_issues: z.number().int(),
  due_on: z.string().nullable().default(null),
});

export type Issue = z.infer<typeof Issue>;
export type Comment = z.infer<typeof Comment>;
export type Milestone = z.infer<typeof Milestone>;
