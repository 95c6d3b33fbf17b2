import https from "node:https";
import net from "node:net";
import { AddressError, isPublic, publicLookup } from "./addresses.js";

const TIMEOUT_MS = 8000;
const REPORTED = ["content-type", "content-length", "retry-after"];

export class DeliveryError extends Error {}

function explain(err) {
  if (err instanceof AddressError) return err.message;
  if (err.name === "AbortError" || err.name === "TimeoutError") return "The endpoint did not answer in time.";
  if (err.code === "ENOTFOUND") return "The name of the endpoint could not be resolved.";
  if (err.code === "ECONNREFUSED") return "The endpoint refused the connection.";
  if (typeof err.code === "string" && err.code.includes("CERT")) return "The certificate of the endpoint is not valid.";
  return "The event could not be delivered.";
}

/** Posts a signed body to an endpoint and reports its reaction, without the body. */
export function deliver(url, body, signature) {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (net.isIP(host) !== 0 && !isPublic(host)) {
    return Promise.reject(new DeliveryError("The endpoint is not on a public address."));
  }
  const started = Date.now();
  return new Promise((resolve, reject) => {
    const request = https.request(
      url,
      {
        method: "POST",
        agent: false,
        lookup: publicLookup,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
          "User-Agent": "hookline-mcp",
          "X-Hookline-Signature": signature,
        },
      },
      (response) => {
        const headers = {};
        for (const name of REPORTED) {
          const value = response.headers[name];
          if (value !== undefined) headers[name] = String(value).replace(/[^\x20-\x7e]/g, "").slice(0, 100);
        }
        resolve({ status: response.statusCode, durationMs: Date.now() - started, headers });
        response.destroy();
      },
    );
    request.on("error", (err) => reject(new DeliveryError(explain(err))));
    request.end(body);
  });
}
