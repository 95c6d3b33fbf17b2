import { z } from "zod";

export class MailError extends Error {}

export interface Template {
  id: string;
  purpose: string;
  fields: Record<string, z.ZodString>;
}

const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\r\n<>]*$/, "one line without markup");

export const templates: readonly Template[] = [
  {
    id: "meeting-invite",
    purpose: "Invites a colleague to a meeting",
    fields: {
      topic: line(100),
      day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
      time: z.string().regex(/^\d{2}:\d{2}$/),
      place: line(80),
    },
  },
  {
    id: "invoice-reminder",
    purpose: "Reminds of an invoice that is due",
    fields: {
      invoice: z.string().regex(/^INV-\d{4,10}$/),
      due: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    },
  },
  {
    id: "report-ready",
    purpose: "Tells that a report can be picked up on the intranet",
    fields: { report: line(100) },
  },
];

export function fillTemplate(id: string, fields: Record<string, string>): Record<string, string> {
  const template = templates.find((candidate) => candidate.id === id);
  if (!template) throw new MailError("There is no such template.");
  const result = z.object(template.fields).strict().safeParse(fields);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => issue.path.join(".") || issue.message);
    throw new MailError(`These fields are missing or wrong: ${wrong.join(", ")}`);
  }
  return result.data;
}
