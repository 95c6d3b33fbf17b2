import dns from "node:dns";
import { BlockList, isIP } from "node:net";
import { Agent } from "undici";

const blocked = new BlockList();
for (const [net, bits] of [["0.0.0.0", 8], ["10.0.0.0", 8], ["100.64.0.0", 10], ["127.0.0.0", 8], ["169.254.0.0", 16], ["172.16.0.0", 12], ["192.168.0.0", 16]] as const) {
  blocked.addSubnet(net, bits, "ipv4");
}

const allowed = (address: string): boolean => isIP(address) === 4 && !blocked.check(address, "ipv4");

export const guardedAgent = new Agent({
  connect: {
    lookup(hostname, options, callback) {
      dns.lookup(hostname, { ...options, all: true, family: 4 }, (err, found) => {
        if (err) return callback(err, []);
        if (found.length === 0 || !found.every((f) => allowed(f.address))) return callback(new Error("address is not allowed"), []);
        return callback(null, found);
      });
    },
  },
  maxResponseSize: 2_000_000,
});

export function assertPublicUrl(raw: string): URL {
  const url = new URL(raw);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error("only http and https");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !allowed(host)) throw new Error("address is not allowed");
  return url;
}
