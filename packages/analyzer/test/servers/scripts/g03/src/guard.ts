const BLOCKED = ["localhost", "127.0.0.1", "169.254.169.254"];
export function assertAllowed(raw: string): URL {
  const u = new URL(raw);
  if (BLOCKED.includes(u.hostname)) throw new Error("blocked host");
  return u;
}
