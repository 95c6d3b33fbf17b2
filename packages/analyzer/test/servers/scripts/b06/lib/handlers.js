"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.handleUpload = void 0;
const tslib_1 = require("tslib");
const fs_1 = require("fs");
const path_1 = tslib_1.__importDefault(require("path"));
const handleUpload = async (params, ctx) => {
    const { filename, content } = params;
    const target = path_1.default.join(ctx.uploadDir, filename);
    await fs_1.promises.writeFile(target, Buffer.from(content, "base64"));
    return { path: target };
};
exports.handleUpload = handleUpload;
