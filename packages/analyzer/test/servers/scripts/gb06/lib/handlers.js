"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.handleUpload = void 0;
const tslib_1 = require("tslib");
const fs_1 = require("fs");
const path_1 = tslib_1.__importDefault(require("path"));
const contain_1 = require("./util/contain");
const handleUpload = async (params, ctx) => {
    const { filename, content } = params;
    const target = path_1.default.resolve(ctx.uploadDir, filename);
    if (!(0, contain_1.isWithin)(ctx.uploadDir, target))
        throw new Error("invalid file name");
    await fs_1.promises.writeFile(target, Buffer.from(content, "base64"), { flag: "wx" });
    return { path: path_1.default.basename(target) };
};
exports.handleUpload = handleUpload;
