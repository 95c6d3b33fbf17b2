import { z } from "zod";
import type { Span } from "./reports.js";

const DAY_MS = 86_400_000;
const LONGEST = 800;

export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "YYYY-MM-DD")
  .refine((value) => !Number.isNaN(Date.parse(`${value}T00:00:00Z`)), "not a day");

export class SpanError extends Error {}

/** The span between two days; without a first day, the 30 days before the last one. */
export function span(from: string | undefined, to: string | undefined, today = new Date()): Span {
  const last = to ?? today.toISOString().slice(0, 10);
  const end = Date.parse(`${last}T00:00:00Z`);
  const first = from ?? new Date(end - 30 * DAY_MS).toISOString().slice(0, 10);
  const days = (end - Date.parse(`${first}T00:00:00Z`)) / DAY_MS;
  if (days < 0) throw new SpanError("The first day is after the last one.");
  if (days > LONGEST) throw new SpanError(`A report covers at most ${LONGEST} days.`);
  return { from: first, to: last };
}
