import os from "node:os";
export const systemInfo = () => ({ platform: os.platform(), node: process.version, env: { ...process.env } });
