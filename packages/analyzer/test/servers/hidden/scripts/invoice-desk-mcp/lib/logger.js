"use strict";

const { LEVELS } = require("./config");

const HIDDEN = /^(?:password|secret|token|apikey|key|iban|email)$/i;

/** A copy of `value` for the log: hidden fields masked, long strings cut. */
function scrub(value, depth = 0) {
  if (typeof value === "string") return value.length > 300 ? `${value.slice(0, 300)}...` : value;
  if (value === null || typeof value !== "object") return value;
  if (depth > 4) return "[nested]";
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => scrub(item, depth + 1));
  const copy = {};
  for (const [name, field] of Object.entries(value)) {
    copy[name] = HIDDEN.test(name) ? "[hidden]" : scrub(field, depth + 1);
  }
  return copy;
}

class Logger {
  constructor(level, stream = process.stderr) {
    this.rank = LEVELS.indexOf(level);
    this.stream = stream;
  }

  write(level, message, details = {}) {
    if (LEVELS.indexOf(level) > this.rank) return;
    const line = { time: new Date().toISOString(), level, message, ...scrub(details) };
    this.stream.write(`${JSON.stringify(line)}\n`);
  }

  error(message, details) {
    this.write("error", message, details);
  }

  warn(message, details) {
    this.write("warn", message, details);
  }

  info(message, details) {
    this.write("info", message, details);
  }

  debug(message, details) {
    this.write("debug", message, details);
  }
}

module.exports = { Logger, scrub };
