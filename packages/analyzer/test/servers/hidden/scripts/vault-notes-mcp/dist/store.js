"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.VaultStore = void 0;
const node_crypto_1 = require("node:crypto");
const node_fs_1 = require("node:fs");
const node_path_1 = __importDefault(require("node:path"));
const errors_1 = require("./errors");
const links_1 = require("./links");
const MAX_LISTED = 2000;
const MAX_DEPTH = 8;
class VaultStore {
    config;
    constructor(config) {
        this.config = config;
    }
    locate(link) {
        const checked = (0, links_1.checkLink)(link);
        return node_path_1.default.join(this.config.root, ...(0, links_1.linkToSegments)(checked));
    }
    /** Reads a file of the vault, refusing anything larger than `limit` bytes. */
    async read(link, limit) {
        const file = this.locate(link);
        const handle = await node_fs_1.promises.open(file, node_fs_1.constants.O_RDONLY | node_fs_1.constants.O_NOFOLLOW);
        try {
            const info = await handle.stat();
            if (!info.isFile()) {
                throw new errors_1.VaultError("That is not a file.");
            }
            if (info.size > limit) {
                throw new errors_1.VaultError(`The file is larger than ${limit} bytes.`);
            }
            return await handle.readFile();
        }
        finally {
            await handle.close();
        }
    }
    async readNote(link) {
        const name = link.endsWith(".md") ? link : `${link}.md`;
        return (await this.read(name, this.config.maxNoteBytes)).toString("utf8");
    }
    async readAttachment(link) {
        return this.read(link, this.config.maxAttachmentBytes);
    }
    /** Links of all notes, in the order in which the directories are walked. */
    async *notes() {
        let listed = 0;
        const queue = [{ dir: "", depth: 0 }];
        while (queue.length > 0) {
            const { dir, depth } = queue.shift();
            const entries = await node_fs_1.promises.readdir(node_path_1.default.join(this.config.root, dir), { withFileTypes: true });
            for (const entry of entries) {
                if (entry.name.startsWith("."))
                    continue;
                const relative = node_path_1.default.join(dir, entry.name);
                if (entry.isDirectory() && depth < MAX_DEPTH) {
                    queue.push({ dir: relative, depth: depth + 1 });
                }
                else if (entry.isFile() && entry.name.endsWith(".md")) {
                    if (++listed > MAX_LISTED)
                        return;
                    yield (0, links_1.pathToLink)(relative);
                }
            }
        }
    }
    /** New notes always go to the inbox, under a name made here. */
    async capture(title, body) {
        const slug = title
            .toLowerCase()
            .replace(/[^a-z0-9]+/g, "-")
            .slice(0, 60)
            .replace(/^-|-$/g, "") || "note";
        const relative = node_path_1.default.join(this.config.inbox, `${slug}-${(0, node_crypto_1.randomBytes)(4).toString("hex")}.md`);
        await node_fs_1.promises.mkdir(node_path_1.default.join(this.config.root, this.config.inbox), { recursive: true });
        await node_fs_1.promises.writeFile(node_path_1.default.join(this.config.root, relative), `# ${title}\n\n${body}\n`, {
            flag: "wx",
            mode: 0o600,
        });
        return (0, links_1.pathToLink)(relative);
    }
}
exports.VaultStore = VaultStore;
