import { z } from "zod";
import { document, text } from "./results.js";
const PathArgs = z.object({ path: z.string().max(500) });
const SearchArgs = z.object({
    phrase: z.string().min(2).max(100),
    limit: z.number().int().min(1).max(100).default(30),
});
const NoteArgs = z.object({
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$/),
    text: z.string().min(1).max(50_000),
});
const pathProperty = { path: { type: "string", description: "Path relative to the shelf" } };
export function createHandlers(shelf) {
    return new Map([
        [
            "list_folder",
            {
                description: "Lists a folder of the shelf.",
                inputSchema: { type: "object", properties: pathProperty },
                async handle(args) {
                    const { path } = PathArgs.extend({ path: z.string().max(500).default("") }).parse(args);
                    const entries = await shelf.list(path);
                    return document(entries.map((entry) => `${entry.path}${entry.kind === "directory" ? "/" : ""}`).join("\n"));
                },
            },
        ],
        [
            "read_document",
            {
                description: "Reads a text document of the shelf.",
                inputSchema: { type: "object", properties: pathProperty, required: ["path"] },
                async handle(args) {
                    return document(await shelf.read(PathArgs.parse(args).path));
                },
            },
        ],
        [
            "checksum",
            {
                description: "Computes the SHA-256 of a document, to compare copies.",
                inputSchema: { type: "object", properties: pathProperty, required: ["path"] },
                async handle(args) {
                    return text(await shelf.checksum(PathArgs.parse(args).path));
                },
            },
        ],
        [
            "search",
            {
                description: "Finds lines of documents that contain a phrase.",
                inputSchema: {
                    type: "object",
                    properties: {
                        phrase: { type: "string", minLength: 2, maxLength: 100 },
                        limit: { type: "integer", minimum: 1, maximum: 100 },
                    },
                    required: ["phrase"],
                },
                async handle(args) {
                    const { phrase, limit } = SearchArgs.parse(args);
                    const hits = await shelf.search(phrase, limit);
                    if (hits.length === 0)
                        return text("Nothing found.");
                    return document(hits.map((hit) => `${hit.path}:${hit.line}: ${hit.text}`).join("\n"));
                },
            },
        ],
        [
            "add_note",
            {
                description: "Adds a note to the notes folder. Existing notes are not changed.",
                inputSchema: {
                    type: "object",
                    properties: { name: { type: "string" }, text: { type: "string" } },
                    required: ["name", "text"],
                },
                async handle(args) {
                    const { name, text: body } = NoteArgs.parse(args);
                    return text(`Saved as ${await shelf.addNote(name, body)}`);
                },
            },
        ],
    ]);
}
