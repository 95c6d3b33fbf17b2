"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.diskUsage = diskUsage;
const child_process_1 = require("child_process");
const util_1 = require("util");
const execFileAsync = (0, util_1.promisify)(child_process_1.execFile);
/** How full the disks of a remote host are. */
async function diskUsage(host) {
    const { stdout } = await execFileAsync("ssh", ["-o", "BatchMode=yes", "--", host, "df", "-h"]);
    return stdout.slice(0, 10000);
}
