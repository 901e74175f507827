import { BlockList, isIP } from "node:net";

/** Networks that are nobody's public address (RFC 6890 and the registries it began); those of IPv4 hold for mapped ones, too. */
const IPV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];
const IPV6 = [
  ...["::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23"],
  ...["2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
];

const refused = blockList();

/** True for an address that a public host may have; private, local and special ones are refused (spec/signoff §7). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return !refused.check(address, family === 6 ? "ipv6" : "ipv4");
}

function blockList(): BlockList {
  const list = new BlockList();
  for (const [networks, family] of [
    [IPV4, "ipv4"],
    [IPV6, "ipv6"],
  ] as const) {
    for (const network of networks) {
      const [address = "", bits = ""] = network.split("/");
      list.addSubnet(address, Number(bits), family);
    }
  }
  return list;
}
