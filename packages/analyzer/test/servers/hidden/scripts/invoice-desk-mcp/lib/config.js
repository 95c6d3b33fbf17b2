"use strict";

const LEVELS = ["error", "warn", "info", "debug"];

function loadConfig(env = process.env) {
  if (!env.BILLWRIGHT_KEY) {
    throw new Error("BILLWRIGHT_KEY is not set");
  }
  const baseUrl = new URL(env.BILLWRIGHT_URL || "https://api.billwright.example");
  if (baseUrl.protocol !== "https:") {
    throw new Error("BILLWRIGHT_URL has to use https");
  }
  const logLevel = LEVELS.includes(env.LOG_LEVEL) ? env.LOG_LEVEL : "info";
  return { key: env.BILLWRIGHT_KEY, baseUrl, logLevel, timeoutMs: 10_000 };
}

module.exports = { loadConfig, LEVELS };
