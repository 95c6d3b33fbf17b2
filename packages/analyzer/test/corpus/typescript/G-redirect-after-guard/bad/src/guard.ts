import { lookup } from "node:dns/promises";
import { BlockList, isIPv6 } from "node:net";

const internal = new BlockList();
for (const [net, bits] of [["10.0.0.0", 8], ["127.0.0.0", 8], ["169.254.0.0", 16], ["172.16.0.0", 12], ["192.168.0.0", 16], ["0.0.0.0", 8], ["100.64.0.0", 10]] as const) {
  internal.addSubnet(net, bits, "ipv4");
}
internal.addAddress("::1", "ipv6");
internal.addSubnet("fc00::", 7, "ipv6");
internal.addSubnet("fe80::", 10, "ipv6");

export async function assertPublic(text: string): Promise<URL> {
  const url = new URL(text);
  if (url.protocol !== "https:") throw new Error("Only https feeds are read");
  for (const { address } of await lookup(url.hostname, { all: true })) {
    if (internal.check(address, isIPv6(address) ? "ipv6" : "ipv4")) throw new Error("Feed host not allowed");
  }
  return url;
}
