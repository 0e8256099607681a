/**
 * Which addresses webhooks may be sent to: public ones, and those private ones that the operator names. Ranges are
 * those of the IANA special-purpose registries; an IPv4 address inside an IPv6 address is judged as what it is.
 */
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/** "allow": every address, including this machine and the metadata service of a cloud. */
export type AllowedPrivate = "allow" | readonly string[];

const NOT_PUBLIC_IPV4 = [
  "0.0.0.0/8", // this network
  "10.0.0.0/8",
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8",
  "168.63.129.16/32", // the metadata of a cloud, at an address that looks public
  "169.254.0.0/16", // link-local, with the metadata of most clouds
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16",
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
];

/** The only part of IPv6 that is handed out for the internet. */
const PUBLIC_IPV6 = ["2000::/3"];

const NOT_PUBLIC_IPV6 = [
  "2001::/23", // protocols: Teredo, ORCHID and others
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "3fff::/20", // documentation
];

/** NAT64: the last four bytes are an IPv4 address, which the network reaches through it. */
const NAT64 = listOf(["64:ff9b::/96"]);
const MAPPED = listOf(["::ffff:0:0/96"]);

const notPublicIpv4 = listOf(NOT_PUBLIC_IPV4);
const publicIpv6 = listOf(PUBLIC_IPV6);
const notPublicIpv6 = listOf(NOT_PUBLIC_IPV6);

export interface AddressRules {
  /** Also false for a text that is not an address. */
  mayReach(address: string): boolean;
  /** Whether the operator has named it, so that it may be reached without TLS. */
  isNamed(address: string): boolean;
}

export function addressRules(allowed: AllowedPrivate): AddressRules {
  const named = allowed === "allow" ? null : listOf(allowed);
  const isNamed = (address: string) =>
    isIP(address) !== 0 && (named === null || formsOf(address).some((form) => isIn(named, form)));
  return { isNamed, mayReach: (address) => isPublic(address) || isNamed(address) };
}

/** Null where the text is not a list of ranges such as `10.0.0.0/8,fd00::/8`, nor the word `allow`. */
export function allowedPrivate(text: string): AllowedPrivate | null {
  if (text.trim().toLowerCase() === "allow") return "allow";
  const ranges = text
    .split(",")
    .map((range) => range.trim())
    .filter((range) => range !== "");
  return ranges.length > 0 && ranges.every((range) => rangeOf(range) !== null) ? ranges : null;
}

function isPublic(address: string): boolean {
  return (
    formsOf(address).every((form) =>
      isIPv4(form)
        ? !isIn(notPublicIpv4, form)
        : isCarrier(form) || (isIn(publicIpv6, form) && !isIn(notPublicIpv6, form)),
    ) && isIP(address) !== 0
  );
}

/** It carries an IPv4 address, which is judged beside it. */
function isCarrier(address: string): boolean {
  return isIn(MAPPED, address) || isIn(NAT64, address);
}

/** The address, and the IPv4 address that it stands for. */
function formsOf(address: string): readonly string[] {
  if (!isIPv6(address) || address.includes("%")) return [address];
  const inside = isCarrier(address) ? lastFourBytes(address) : null;
  return inside === null ? [address] : [address, inside];
}

function lastFourBytes(address: string): string | null {
  // As the URL standard writes it: groups of hexadecimal digits, and no dots.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":");
  const [high = "", low = ""] = groups.slice(-2).map((group) => group.padStart(4, "0"));
  const bytes = `${high}${low}`.match(/../g)?.map((pair) => Number.parseInt(pair, 16));
  return bytes?.length === 4 ? bytes.join(".") : null;
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address);
  // A zone, as in fe80::1%eth0, is not part of a range.
  if (family === 0 || address.includes("%")) return false;
  return list.check(address, family === 4 ? "ipv4" : "ipv6");
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of ranges) {
    const range = rangeOf(text);
    if (range === null) throw new RangeError(`not a range of addresses: ${JSON.stringify(text)}`);
    list.addSubnet(range.address, range.bits, range.family);
  }
  return list;
}

function rangeOf(text: string) {
  const [, address = "", digits] = /^([0-9a-fA-F:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0) return null;
  const most = family === 4 ? 32 : 128;
  const bits = digits === undefined ? most : Number(digits);
  return bits > most ? null : ({ address, bits, family: family === 4 ? "ipv4" : "ipv6" } as const);
}
