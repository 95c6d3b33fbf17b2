"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
exports.loadConfig = loadConfig;
const node_fs_1 = __importDefault(require("node:fs"));
const node_os_1 = __importDefault(require("node:os"));
const node_path_1 = __importDefault(require("node:path"));
function loadConfig(env = process.env) {
    const configured = env.VAULT_DIR ?? node_path_1.default.join(node_os_1.default.homedir(), "Notes");
    const root = node_fs_1.default.realpathSync(node_path_1.default.resolve(configured));
    if (!node_fs_1.default.statSync(root).isDirectory()) {
        throw new Error("VAULT_DIR is not a directory");
    }
    return {
        root,
        inbox: "inbox",
        maxNoteBytes: 512 * 1024,
        maxAttachmentBytes: 4 * 1024 * 1024,
    };
}
