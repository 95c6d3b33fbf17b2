"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.registerSearchTools = registerSearchTools;
const zod_1 = require("zod");
const errors_1 = require("../errors");
const render_1 = require("../render");
const MAX_HITS = 40;
function registerSearchTools(server, store) {
    server.tool("search_notes", "Finds the notes that contain a phrase, ignoring case.", { phrase: zod_1.z.string().min(2).max(120) }, async ({ phrase }) => {
        try {
            const needle = phrase.toLowerCase();
            const hits = [];
            for await (const link of store.notes()) {
                const body = await store.readNote(link).catch(() => "");
                const at = body.toLowerCase().indexOf(needle);
                if (at < 0)
                    continue;
                const excerpt = body.slice(Math.max(0, at - 60), at + 120).replace(/\s+/g, " ");
                hits.push(`${link}: ${excerpt}`);
                if (hits.length >= MAX_HITS)
                    break;
            }
            return hits.length > 0 ? (0, render_1.quoted)("the matching notes", hits.join("\n")) : (0, render_1.plain)("Nothing found.");
        }
        catch (err) {
            return (0, render_1.failed)((0, errors_1.describeError)(err));
        }
    });
    server.tool("capture_note", "Writes a new note into the inbox of the vault.", { title: zod_1.z.string().min(1).max(120), body: zod_1.z.string().max(100_000) }, async ({ title, body }) => {
        try {
            return (0, render_1.plain)(`Saved as ${await store.capture(title.replace(/\s+/g, " "), body)}`);
        }
        catch (err) {
            return (0, render_1.failed)((0, errors_1.describeError)(err));
        }
    });
}
