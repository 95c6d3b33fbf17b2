export const log = { info: (msg: string, meta?: unknown) => console.error(JSON.stringify({ level: "info", msg, meta })) };
