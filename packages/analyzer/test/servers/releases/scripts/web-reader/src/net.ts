import dns from "node:dns";
import ipaddr from "ipaddr.js";
import { Agent, fetch, type Response } from "undici";

export class Blocked extends Error {}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

const agent = new Agent({
  connectTimeout: 5_000,
  headersTimeout: 8_000,
  bodyTimeout: 8_000,
  connect: {
    lookup(hostname, options, callback) {
      dns.lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error) return callback(error, []);
        const list = found as unknown as dns.LookupAddress[];
        if (!list.length || list.some((a) => !isPublic(a.address))) return callback(new Blocked("private address"), []);
        return callback(null, list);
      });
    },
  },
});

function parse(raw: string | URL, base?: URL): URL {
  const url = new URL(raw, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new Blocked("only http and https urls can be read");
  if (url.username || url.password) throw new Blocked("credentials in urls are not accepted");
  if (url.port && url.port !== "80" && url.port !== "443") throw new Blocked("port is not allowed");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host) && !isPublic(host)) throw new Blocked("private address");
  return url;
}

export async function fetchPublic(raw: string, maxBytes: number): Promise<{ url: string; type: string; body: string }> {
  const signal = AbortSignal.timeout(15_000);
  let url = parse(raw);
  for (let hop = 0; hop < 5; hop++) {
    const res = await fetch(url, { dispatcher: agent, redirect: "manual", signal, headers: { "user-agent": "web-reader-mcp/2.1" } });
    const location = res.headers.get("location");
    if (res.status >= 300 && res.status < 400 && location) {
      await res.body?.cancel();
      url = parse(location, url);
      continue;
    }
    if (!res.ok) throw new Error(`the page answered ${res.status}`);
    return { url: url.href, type: res.headers.get("content-type") ?? "", body: await readLimited(res, maxBytes) };
  }
  throw new Error("too many redirects");
}

async function readLimited(res: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of res.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
