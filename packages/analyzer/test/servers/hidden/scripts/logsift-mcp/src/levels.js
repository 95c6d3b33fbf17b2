const NAMES = new Map([
  ["emerg", "fatal"],
  ["fatal", "fatal"],
  ["crit", "fatal"],
  ["critical", "fatal"],
  ["err", "error"],
  ["error", "error"],
  ["severe", "error"],
  ["warn", "warning"],
  ["warning", "warning"],
  ["notice", "info"],
  ["info", "info"],
  ["debug", "debug"],
  ["trace", "debug"],
]);

export const LEVELS = ["fatal", "error", "warning", "info", "debug"];

/** The level named by a word, or else the first one mentioned in a message. */
export function levelOf(word, message = "") {
  const named = NAMES.get(String(word ?? "").toLowerCase());
  if (named) return named;
  for (const token of message.slice(0, 200).toLowerCase().split(/[^a-z]/)) {
    const found = NAMES.get(token);
    if (found) return found;
  }
  return "info";
}

export const isError = (entry) => entry.level === "fatal" || entry.level === "error";
