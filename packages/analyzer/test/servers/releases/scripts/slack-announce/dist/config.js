"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.readConfig = readConfig;
function readConfig(env) {
    const token = env.SLACK_BOT_TOKEN;
    if (!token?.startsWith("xoxb-"))
        throw new Error("SLACK_BOT_TOKEN has to be a bot token");
    const channels = new Map();
    for (const pair of (env.SLACK_CHANNELS ?? "").split(",")) {
        const [name, id] = pair.split("=");
        if (name && /^C[A-Z0-9]{8,}$/.test(id ?? ""))
            channels.set(name, id);
    }
    if (channels.size === 0)
        throw new Error("SLACK_CHANNELS is empty, expected name=C0123456789,...");
    return { token, channels };
}
