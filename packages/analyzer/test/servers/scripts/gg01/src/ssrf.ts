import { lookup } from "node:dns/promises";
import { isIP, BlockList } from "node:net";
const blocked = new BlockList();
for (const [net, bits] of [["10.0.0.0", 8], ["127.0.0.0", 8], ["169.254.0.0", 16], ["172.16.0.0", 12], ["192.168.0.0", 16], ["0.0.0.0", 8]] as const) blocked.addSubnet(net, bits, "ipv4");
blocked.addSubnet("fc00::", 7, "ipv6");
blocked.addSubnet("fe80::", 10, "ipv6");
blocked.addAddress("::1", "ipv6");
export class BlockedUrlError extends Error {}
export async function assertPublicUrl(raw: string): Promise<URL> {
  const url = new URL(raw);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new BlockedUrlError("only http and https");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true });
  for (const { address, family } of addresses) {
    if (blocked.check(address, family === 6 ? "ipv6" : "ipv4")) throw new BlockedUrlError("address is private");
  }
  return url;
}
