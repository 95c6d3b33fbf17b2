"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Adb = void 0;
const child_process_1 = require("child_process");
const util_1 = require("util");
const execFileAsync = (0, util_1.promisify)(child_process_1.execFile);
class Adb {
    constructor(serial) {
        this.serial = serial;
    }
    async shell(...words) {
        const target = this.serial ? ["-s", this.serial] : [];
        const { stdout } = await execFileAsync("adb", [...target, "shell", ...words], { timeout: 20000, maxBuffer: 1 << 20 });
        return stdout.trim();
    }
    tap(x, y) {
        return this.shell("input", "tap", String(Math.round(x)), String(Math.round(y)));
    }
    type(text) {
        if (!/^[A-Za-z0-9 .,@_+-]*$/.test(text)) {
            throw new Error("only letters, digits, blanks and .,@_+- can be typed");
        }
        return this.shell("input", "text", `'${text.replace(/ /g, "%s")}'`);
    }
    async battery() {
        const out = await this.shell("dumpsys", "battery");
        const m = /level: (\d+)/.exec(out);
        return m ? Number(m[1]) : -1;
    }
}
exports.Adb = Adb;
