import { isError, LEVELS } from "./levels.js";
import { MAX_GROUPS } from "./limits.js";

function count(entries, key) {
  const counts = new Map();
  for (const entry of entries) {
    const value = key(entry);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

const byCount = (counts) => [...counts].sort((a, b) => b[1] - a[1]);

export function summarize(entries) {
  const times = entries.map((entry) => entry.time).filter((time) => time !== undefined);
  const levels = count(entries, (entry) => entry.level);
  const from = times.reduce((least, time) => Math.min(least, time), Infinity);
  const until = times.reduce((most, time) => Math.max(most, time), -Infinity);
  return {
    lines: entries.length,
    levels: LEVELS.filter((level) => levels.has(level)).map((level) => `${level}: ${levels.get(level)}`),
    sources: byCount(count(entries, (entry) => entry.source))
      .slice(0, 15)
      .map(([source, lines]) => ({ source, lines })),
    from: times.length > 0 ? new Date(from).toISOString() : undefined,
    until: times.length > 0 ? new Date(until).toISOString() : undefined,
  };
}

/** A message with everything that varies replaced by a sign. */
export function skeleton(message) {
  return message
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>")
    .replace(/\b0x[0-9a-f]{1,16}\b/gi, "<hex>")
    .replace(/\d{1,3}(?:\.\d{1,3}){3}/g, "<ip>")
    .replace(/\d+/g, "<n>")
    .slice(0, 200);
}

export function group(entries) {
  return byCount(count(entries, (entry) => `${entry.level} ${entry.source}: ${skeleton(entry.message)}`))
    .slice(0, MAX_GROUPS)
    .map(([message, times]) => `${times} x ${message}`);
}

export function errorTimeline(entries) {
  const timed = entries.filter((entry) => isError(entry) && entry.time !== undefined);
  const minutes = count(timed, (entry) => new Date(entry.time).toISOString().slice(0, 16));
  return [...minutes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, 240)
    .map(([minute, errors]) => `${minute}Z ${errors}`);
}

export function around(lines, phrase, context) {
  const needle = phrase.toLowerCase();
  const at = lines.findIndex((line) => line.toLowerCase().includes(needle));
  return at < 0 ? [] : lines.slice(Math.max(0, at - context), at + context + 1);
}
