"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.registerReadingTools = registerReadingTools;
const zod_1 = require("zod");
const errors_1 = require("../errors");
const render_1 = require("../render");
const link = zod_1.z.string().min(1).max(300);
function registerReadingTools(server, store) {
    server.tool("list_notes", "Lists the links of the notes in the vault.", async () => {
        try {
            const links = [];
            for await (const found of store.notes())
                links.push(found);
            return (0, render_1.plain)(links.length > 0 ? links.join("\n") : "The vault is empty.");
        }
        catch (err) {
            return (0, render_1.failed)((0, errors_1.describeError)(err));
        }
    });
    server.tool("read_note", "Reads one note of the vault, given its link.", { link: link.describe("Link of the note, e.g. projects/garden%20plan.md") }, async (args) => {
        try {
            return (0, render_1.quoted)("the note", await store.readNote(args.link));
        }
        catch (err) {
            return (0, render_1.failed)((0, errors_1.describeError)(err));
        }
    });
    server.tool("read_attachment", "Reads a picture or text file that a note of the vault refers to.", { link: link.describe("Link of the attachment, e.g. files/receipt.png") }, async (args) => {
        try {
            const data = await store.readAttachment(args.link);
            const mimeType = (0, render_1.imageType)(args.link);
            if (mimeType) {
                return { content: [{ type: "image", data: data.toString("base64"), mimeType }] };
            }
            return (0, render_1.quoted)("the attachment", data.toString("utf8"));
        }
        catch (err) {
            return (0, render_1.failed)((0, errors_1.describeError)(err));
        }
    });
}
