"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.checkLink = checkLink;
exports.linkToSegments = linkToSegments;
exports.pathToLink = pathToLink;
const errors_1 = require("./errors");
const LINK = /^[^\0\\]{1,300}$/;
/**
 * Notes link to each other the way Markdown does: relative to the vault root,
 * with forward slashes, and spaces written as %20.
 */
function checkLink(link) {
    if (!LINK.test(link)) {
        throw new errors_1.VaultError("That is not a link of the vault.");
    }
    if (link.startsWith("/") || /^[A-Za-z]:/.test(link)) {
        throw new errors_1.VaultError("Links are relative to the vault.");
    }
    if (link.split("/").some((part) => part === ".." || part === "." || part === "")) {
        throw new errors_1.VaultError("Links may not leave the vault.");
    }
    if (link.split("/").some((part) => part.startsWith("."))) {
        throw new errors_1.VaultError("Hidden files are not part of the vault.");
    }
    return link;
}
function linkToSegments(link) {
    return link.split("/").map((part) => {
        try {
            return decodeURIComponent(part);
        }
        catch {
            return part;
        }
    });
}
function pathToLink(relative) {
    return relative.split(/[\\/]/).map(encodeURIComponent).join("/");
}
