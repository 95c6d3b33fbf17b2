import fs from "node:fs/promises";
import { z } from "zod";
import { resolveDraft } from "./paths.js";

const DraftInput = z.object({
  path: z.string().min(1).max(200),
  body: z.string().max(100_000),
});

export const saveDraftTool = {
  name: "save_draft",
  description: "Save a new text draft; an existing draft is not replaced",
  annotations: { readOnlyHint: false, destructiveHint: false },
  inputSchema: {
    type: "object" as const,
    properties: {
      path: { type: "string", maxLength: 200 },
      body: { type: "string", maxLength: 100_000 },
    },
    required: ["path", "body"],
  },
};

export async function saveDraft(input: unknown): Promise<number> {
  const draft = DraftInput.parse(input);
  const target = await resolveDraft(draft.path);
  await fs.writeFile(target, draft.body, { encoding: "utf8", flag: "wx", mode: 0o600 });
  return Buffer.byteLength(draft.body);
}
