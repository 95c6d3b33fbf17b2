import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import path from "node:path";
export class AccessDenied extends Error {
}
export class Roots {
    constructor(dirs) {
        this.dirs = dirs;
    }
    static async from(args) {
        return new Roots(await Promise.all(args.map((a) => realpath(path.resolve(a)))));
    }
    contains(p) {
        return this.dirs.some((d) => {
            const rel = path.relative(d, p);
            return rel === "" || (rel !== ".." && !rel.startsWith(".." + path.sep) && !path.isAbsolute(rel));
        });
    }
    absolute(requested) {
        if (requested.includes("\0"))
            throw new AccessDenied("invalid path");
        return path.resolve(this.dirs[0], requested);
    }
    async existing(requested) {
        const real = await realpath(this.absolute(requested));
        if (!this.contains(real))
            throw new AccessDenied("path is outside of the allowed roots");
        return real;
    }
    async forWriting(requested) {
        const target = this.absolute(requested);
        const parent = await realpath(path.dirname(target));
        if (!this.contains(parent))
            throw new AccessDenied("path is outside of the allowed roots");
        return path.join(parent, path.basename(target));
    }
    openNoFollow(file, write) {
        const flags = write ? constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC : constants.O_RDONLY;
        return open(file, flags | constants.O_NOFOLLOW, 0o644);
    }
}
