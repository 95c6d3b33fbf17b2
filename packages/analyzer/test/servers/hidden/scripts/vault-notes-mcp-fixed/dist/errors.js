"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.VaultError = void 0;
exports.describeError = describeError;
/** Errors whose text is meant for the caller. */
class VaultError extends Error {
    constructor(message) {
        super(message);
        this.name = "VaultError";
    }
}
exports.VaultError = VaultError;
function describeError(err) {
    if (err instanceof VaultError) {
        return err.message;
    }
    const code = err?.code;
    if (code === "ENOENT") {
        return "There is no such note or attachment.";
    }
    console.error("[vault-notes]", code ?? (err instanceof Error ? err.message : "unknown error"));
    return "The vault could not be read.";
}
