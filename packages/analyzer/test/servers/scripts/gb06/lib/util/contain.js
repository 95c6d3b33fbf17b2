"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.isWithin = isWithin;
const tslib_1 = require("tslib");
const path_1 = tslib_1.__importDefault(require("path"));
function isWithin(parent, child) {
    const rel = path_1.default.relative(parent, child);
    return rel !== "" && !rel.startsWith("..") && !path_1.default.isAbsolute(rel);
}
