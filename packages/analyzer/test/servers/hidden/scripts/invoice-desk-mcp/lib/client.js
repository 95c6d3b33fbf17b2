"use strict";

const { EventEmitter } = require("node:events");
const { randomUUID } = require("node:crypto");

class BillwrightError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

class BillwrightClient extends EventEmitter {
  constructor({ key, baseUrl, timeoutMs }) {
    super();
    this.baseUrl = baseUrl;
    this.timeoutMs = timeoutMs;
    this.defaults = {
      redirect: "error",
      headers: { accept: "application/json", authorization: `Bearer ${key}` },
    };
  }

  listInvoices({ state, limit }) {
    const params = new URLSearchParams({ limit: String(limit) });
    if (state) params.set("state", state);
    return this.send("GET", `/v3/invoices?${params}`);
  }

  getInvoice(number) {
    return this.send("GET", `/v3/invoices/${encodeURIComponent(number)}`);
  }

  createDraft(draft) {
    return this.send("POST", "/v3/drafts", draft);
  }

  async send(method, path, payload) {
    const url = new URL(path, this.baseUrl);
    const options = {
      ...this.defaults,
      method,
      headers: { ...this.defaults.headers, "x-request-id": randomUUID() },
    };
    if (payload !== undefined) {
      options.headers["content-type"] = "application/json";
      options.body = JSON.stringify(payload);
    }

    const started = Date.now();
    let status = 0;
    try {
      const response = await fetch(url, { ...options, signal: AbortSignal.timeout(this.timeoutMs) });
      status = response.status;
      if (status === 404) throw new BillwrightError("There is no such invoice.", status);
      if (!response.ok) throw new BillwrightError(`Billwright answered ${status}.`, status);
      return await response.json();
    } finally {
      this.emit("exchange", { url, options, status, durationMs: Date.now() - started });
    }
  }
}

module.exports = { BillwrightClient, BillwrightError };
