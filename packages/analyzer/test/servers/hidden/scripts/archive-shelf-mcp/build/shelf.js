import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { contains, resolveOnShelf } from "./containment.js";
import { Problem } from "./problems.js";
const MAX_ENTRIES = 500;
const MAX_FILES = 2000;
export class Shelf {
    config;
    constructor(config) {
        this.config = config;
    }
    async list(requested) {
        const directory = await resolveOnShelf(this.config.root, requested);
        let entries;
        try {
            entries = await readdir(directory, { withFileTypes: true });
        }
        catch {
            throw new Problem("missing");
        }
        return entries
            .filter((entry) => (entry.isFile() || entry.isDirectory()) && !entry.name.startsWith("."))
            .slice(0, MAX_ENTRIES)
            .map((entry) => ({
            path: this.display(path.join(directory, entry.name)),
            kind: entry.isDirectory() ? "directory" : "file",
        }));
    }
    async read(requested) {
        const data = await this.withFile(requested, (handle) => handle.readFile());
        if (data.subarray(0, 4096).includes(0)) {
            throw new Problem("not-text");
        }
        return data.toString("utf8");
    }
    async checksum(requested) {
        const data = await this.withFile(requested, (handle) => handle.readFile());
        return createHash("sha256").update(data).digest("hex");
    }
    async search(phrase, limit) {
        const needle = phrase.toLowerCase();
        const hits = [];
        for await (const file of this.walk()) {
            const text = await this.read(file).catch(() => "");
            const lines = text.split("\n");
            for (let index = 0; index < lines.length; index += 1) {
                if (!lines[index].toLowerCase().includes(needle))
                    continue;
                hits.push({ path: file, line: index + 1, text: lines[index].trim().slice(0, 200) });
                if (hits.length >= limit)
                    return hits;
            }
        }
        return hits;
    }
    /** Creates a note; existing files are never touched. */
    async addNote(name, text) {
        const { notes } = this.config;
        if (!notes)
            throw new Problem("read-only");
        const file = path.join(notes, `${name}.md`);
        if (path.dirname(file) !== notes)
            throw new Problem("outside");
        let handle;
        try {
            handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
        }
        catch (err) {
            if (err.code === "EEXIST")
                throw new Problem("exists");
            throw err;
        }
        try {
            await handle.writeFile(text, "utf8");
        }
        finally {
            await handle.close();
        }
        return this.display(file);
    }
    async withFile(requested, use) {
        const file = await resolveOnShelf(this.config.root, requested);
        const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
        try {
            const info = await handle.stat();
            if (!info.isFile())
                throw new Problem("not-a-file");
            if (info.size > this.config.maxBytes)
                throw new Problem("too-large");
            return await use(handle);
        }
        finally {
            await handle.close();
        }
    }
    async *walk() {
        const pending = [""];
        let seen = 0;
        while (pending.length > 0) {
            for (const entry of await this.list(pending.shift())) {
                if (entry.kind === "directory") {
                    if (pending.length < MAX_ENTRIES)
                        pending.push(entry.path);
                }
                else {
                    if (++seen > MAX_FILES)
                        return;
                    yield entry.path;
                }
            }
        }
    }
    display(file) {
        return contains(this.config.root, file) ? path.relative(this.config.root, file) : "";
    }
}
