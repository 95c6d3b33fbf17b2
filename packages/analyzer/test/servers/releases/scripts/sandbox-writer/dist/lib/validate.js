import path from "path";
export function normalizePath(p) {
    return path.normalize(p).replace(/[\\/]+$/, "");
}
export function isWithin(root, target) {
    const rel = path.relative(normalizePath(root), normalizePath(target));
    return rel === "" || (!rel.startsWith("..") && !path.isAbsolute(rel));
}
export function validatePath(root, requested) {
    if (requested.includes("\0"))
        throw new Error("Invalid path");
    const full = path.resolve(root, requested);
    if (!isWithin(root, full))
        throw new Error("Path is outside of the workspace");
    return full;
}
