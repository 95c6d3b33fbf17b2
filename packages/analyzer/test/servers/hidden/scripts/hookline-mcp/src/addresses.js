import dns from "node:dns";
import net from "node:net";

// Two lists: an IPv6 range such as ::/3 would match every IPv4 address as well.
const forbidden4 = new net.BlockList();
const forbidden6 = new net.BlockList();

for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
]) {
  forbidden4.addSubnet(network, prefix, "ipv4");
}

// Only global unicast addresses are left, without the ranges that embed IPv4.
for (const [network, prefix] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
]) {
  forbidden6.addSubnet(network, prefix, "ipv6");
}

export function isPublic(address) {
  switch (net.isIP(address)) {
    case 4:
      return !forbidden4.check(address, "ipv4");
    case 6:
      return !forbidden6.check(address, "ipv6");
    default:
      return false;
  }
}

export class AddressError extends Error {}

/**
 * A `lookup` for sockets which only yields public addresses. As the socket
 * connects to what this function returns, the name cannot be resolved to
 * something else between the check and the connection.
 */
export function publicLookup(hostname, options, callback) {
  dns.lookup(hostname, { ...options, all: true }, (err, addresses) => {
    if (err) {
      callback(err);
      return;
    }
    if (addresses.length === 0 || addresses.some(({ address }) => !isPublic(address))) {
      callback(new AddressError("The endpoint is not on a public address."));
      return;
    }
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0].address, addresses[0].family);
  });
}
