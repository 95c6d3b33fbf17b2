const SENSITIVE = new Set([
  "PASSWORD",
  "PASSWD",
  "SECRET",
  "TOKEN",
  "API_KEY",
  "APIKEY",
  "ACCESS_KEY",
  "PRIVATE_KEY",
  "CREDENTIALS",
  "AUTHORIZATION",
  "COOKIE",
]);

/** Masks the values of the variables that hold credentials. */
export function mask(variables) {
  const masked = {};
  for (const [name, value] of Object.entries(variables)) {
    masked[name] = SENSITIVE.has(name.toUpperCase()) ? "***" : value;
  }
  return masked;
}
