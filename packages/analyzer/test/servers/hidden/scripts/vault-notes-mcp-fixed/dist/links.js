"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.linkToSegments = linkToSegments;
exports.pathToLink = pathToLink;
exports.isInside = isInside;
const node_path_1 = __importDefault(require("node:path"));
const errors_1 = require("./errors");
/**
 * Notes link to each other the way Markdown does: relative to the vault root,
 * with forward slashes, and spaces written as %20. The link is decoded once,
 * and all checks look at the decoded names.
 */
function linkToSegments(link) {
    let decoded;
    try {
        decoded = decodeURIComponent(link);
    }
    catch {
        throw new errors_1.VaultError("That is not a link of the vault.");
    }
    if (decoded.length === 0 || decoded.length > 300 || /[\0\\]/.test(decoded)) {
        throw new errors_1.VaultError("That is not a link of the vault.");
    }
    if (decoded.startsWith("/") || /^[A-Za-z]:/.test(decoded)) {
        throw new errors_1.VaultError("Links are relative to the vault.");
    }
    const segments = decoded.split("/");
    if (segments.some((part) => part === "" || part.startsWith("."))) {
        throw new errors_1.VaultError("Links may not leave the vault or name hidden files.");
    }
    return segments;
}
function pathToLink(relative) {
    return relative.split(/[\\/]/).map(encodeURIComponent).join("/");
}
function isInside(root, file) {
    const relative = node_path_1.default.relative(root, file);
    return relative !== "" && relative !== ".." && !relative.startsWith(`..${node_path_1.default.sep}`) && !node_path_1.default.isAbsolute(relative);
}
