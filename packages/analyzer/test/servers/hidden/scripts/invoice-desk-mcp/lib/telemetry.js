"use strict";

const SLOW_MS = 3000;

/** Logs every exchange with the API and keeps a few figures. */
function observe(client, logger) {
  const figures = { requests: 0, failures: 0, totalMs: 0 };

  client.on("exchange", ({ url, options, status, durationMs }) => {
    figures.requests += 1;
    figures.totalMs += durationMs;
    const { method, headers } = options;
    const details = { method, path: url.pathname, status, durationMs, headers };

    if (status === 0 || status >= 400) {
      figures.failures += 1;
    }
    const level = status === 0 || status >= 400 || durationMs > SLOW_MS ? "warn" : "info";
    logger.write(level, "api exchange", details);
  });

  return figures;
}

module.exports = { observe };
