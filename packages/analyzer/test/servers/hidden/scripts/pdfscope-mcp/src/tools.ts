import { UserError, type FastMCP } from "fastmcp";
import { z } from "zod";
import { limits } from "./limits.js";
import { decodeDocument, parseDocument, type PdfDocument } from "./pdf/document.js";
import { PdfError } from "./pdf/errors.js";
import { summarize } from "./pdf/summary.js";
import { extractText } from "./pdf/text.js";
import { quote } from "./quote.js";

const document = z
  .string()
  .min(64)
  .max(limits.encoded)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, "Base64")
  .describe("The PDF document in Base64");

function read(encoded: string, use: (pdf: PdfDocument) => string): string {
  try {
    return use(parseDocument(decodeDocument(encoded)));
  } catch (err) {
    if (err instanceof PdfError) throw new UserError(err.message);
    console.error("[pdfscope]", err instanceof Error ? err.message : "unknown failure");
    throw new UserError("The document could not be read.");
  }
}

export function addTools(server: FastMCP): void {
  server.addTool({
    name: "inspect_pdf",
    description: "Tells the version, page count, metadata and fonts of a PDF document.",
    parameters: z.object({ document }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    execute: async (args) => read(args.document, (pdf) => quote(JSON.stringify(summarize(pdf), null, 2))),
  });

  server.addTool({
    name: "pdf_text",
    description: "Extracts the text of a simple PDF document.",
    parameters: z.object({ document }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    execute: async (args) =>
      read(args.document, (pdf) => {
        if (pdf.encrypted) throw new PdfError("The document is encrypted.");
        const text = extractText(pdf);
        return text === "" ? "No text was found; the pages may be scans." : quote(text);
      }),
  });

  server.addTool({
    name: "find_in_pdf",
    description: "Shows the passages of a PDF document that contain a phrase.",
    parameters: z.object({ document, phrase: z.string().min(2).max(100) }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    execute: async (args) =>
      read(args.document, (pdf) => {
        const text = extractText(pdf);
        const haystack = text.toLowerCase();
        const needle = args.phrase.toLowerCase();
        const passages: string[] = [];
        let at = haystack.indexOf(needle);
        while (at >= 0 && passages.length < 20) {
          passages.push(text.slice(Math.max(0, at - 80), at + needle.length + 80).replace(/\s+/g, " "));
          at = haystack.indexOf(needle, at + needle.length);
        }
        return passages.length > 0 ? quote(passages.join("\n")) : "The phrase does not occur.";
      }),
  });
}
