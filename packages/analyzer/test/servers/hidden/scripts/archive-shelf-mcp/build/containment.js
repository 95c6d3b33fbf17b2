import { realpath } from "node:fs/promises";
import path from "node:path";
import { Problem } from "./problems.js";
/** Is `candidate` the directory `parent` or something below it? Both are real paths. */
export function contains(parent, candidate) {
    const relative = path.relative(parent, candidate);
    if (relative === "")
        return true;
    return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
/**
 * The real path of something on the shelf. Links are resolved first and the
 * result is compared afterwards, so neither `..` nor a link leads out.
 */
export async function resolveOnShelf(root, requested) {
    if (requested.includes("\0") || path.isAbsolute(requested)) {
        throw new Problem("outside");
    }
    const lexical = path.resolve(root, requested);
    if (!contains(root, lexical)) {
        throw new Problem("outside");
    }
    let real;
    try {
        real = await realpath(lexical);
    }
    catch {
        throw new Problem("missing");
    }
    if (!contains(root, real)) {
        throw new Problem("outside");
    }
    return real;
}
