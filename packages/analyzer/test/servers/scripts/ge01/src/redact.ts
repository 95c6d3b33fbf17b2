const SECRET = /(authorization|api[-_]?key|token|password|secret)/i;
export function redact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, SECRET.test(k) ? "[redacted]" : redact(v)]));
  return value;
}
export const log = (msg: string, meta: Record<string, unknown> = {}) => console.error(JSON.stringify({ at: new Date().toISOString(), msg, meta: redact(meta) }));
