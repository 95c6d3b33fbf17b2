import { lstat, realpath } from "fs/promises";
import path from "path";
export function normalizePath(p) {
    return path.normalize(p).replace(/[\\/]+$/, "");
}
export function isWithin(root, target) {
    const rel = path.relative(normalizePath(root), normalizePath(target));
    return rel === "" || (!rel.startsWith("..") && !path.isAbsolute(rel));
}
async function deepestExisting(p) {
    let current = p;
    for (;;) {
        try {
            await lstat(current);
            return current;
        }
        catch {
            const parent = path.dirname(current);
            if (parent === current)
                return current;
            current = parent;
        }
    }
}
export async function validatePath(root, requested) {
    if (requested.includes("\0"))
        throw new Error("Invalid path");
    const realRoot = await realpath(root);
    const full = path.resolve(realRoot, requested);
    if (!isWithin(realRoot, full) || full === realRoot)
        throw new Error("Path is outside of the workspace");
    const existing = await deepestExisting(full);
    const real = await realpath(existing);
    if (!isWithin(realRoot, real))
        throw new Error("Path is outside of the workspace");
    return path.join(real, path.relative(existing, full));
}
