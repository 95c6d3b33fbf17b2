type Fields = Record<string, string | number | boolean | undefined>;

/** Only these fields are ever logged; values are cut and stripped of secrets. */
const ALLOWED = new Set(["tool", "path", "status", "durationMs", "reason"]);
const SECRET = /\b(?:xox[a-z]-|tok_|Bearer )[A-Za-z0-9._-]{4,200}/g;

export function redact(text: string): string {
  return text.slice(0, 300).replace(SECRET, "[redacted]");
}

export function log(event: string, fields: Fields = {}): void {
  const line: Record<string, unknown> = { time: new Date().toISOString(), event };
  for (const [name, value] of Object.entries(fields)) {
    if (!ALLOWED.has(name) || value === undefined) continue;
    line[name] = typeof value === "string" ? redact(value) : value;
  }
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
