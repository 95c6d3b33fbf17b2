"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Adb = void 0;
const child_process_1 = require("child_process");
const util_1 = require("util");
const execAsync = (0, util_1.promisify)(child_process_1.exec);
class Adb {
    constructor(serial) {
        this.serial = serial;
    }
    prefix() {
        return this.serial ? `adb -s ${this.serial}` : "adb";
    }
    async shell(sub) {
        const { stdout } = await execAsync(`${this.prefix()} shell ${sub}`, { timeout: 20000, maxBuffer: 1 << 20 });
        return stdout.trim();
    }
    tap(x, y) {
        return this.shell(`input tap ${Math.round(x)} ${Math.round(y)}`);
    }
    type(text) {
        const escaped = text.replace(/ /g, "%s").replace(/"/g, '\\"');
        return this.shell(`input text "${escaped}"`);
    }
    async battery() {
        const out = await this.shell("dumpsys battery");
        const m = /level: (\d+)/.exec(out);
        return m ? Number(m[1]) : -1;
    }
}
exports.Adb = Adb;
