/**
 * The address of a client, for per-client limits: an IPv4 address, or the /64 network of an IPv6 address, which is what
 * one customer gets. Forwarding headers count from trusted proxies only.
 */
import { BlockList, isIP } from "node:net";

export interface Way {
  /** The peer of the connection; undefined after it has disconnected. */
  readonly remoteAddress: string | undefined;
  readonly header: (name: string) => string | undefined;
}

export type IsTrusted = (address: string) => boolean;

/** null if an item is neither an address nor a network such as `10.0.0.0/8`. */
export function trustedProxies(items: readonly string[]): IsTrusted | null {
  const list = new BlockList();
  for (const item of items) {
    const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(item) ?? [];
    const version = isIP(address);
    if (version === 0 || Number(bits ?? 0) > (version === 4 ? 32 : 128)) return null;
    const family = version === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  if (items.length === 0) return () => false;
  return (address) => list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** The nearest address that is not a trusted proxy. If a proxy's header cannot be parsed, the proxy's own address. */
export function clientAddress({ remoteAddress, header }: Way, isTrusted: IsTrusted): string {
  let nearest = plainAddress(remoteAddress ?? "");
  if (nearest === null) return "unknown";
  if (isTrusted(nearest)) nearest = beyondProxies(nearest, header, isTrusted);
  return isIP(nearest) === 6 ? networkOf(nearest) : nearest;
}

function beyondProxies(proxy: string, header: Way["header"], isTrusted: IsTrusted): string {
  let nearest = proxy;
  const hops = hopsOf(header("x-forwarded-for"), header("forwarded"));
  while (isTrusted(nearest)) {
    const before = plainAddress(hops.pop() ?? "");
    if (before === null) break;
    nearest = before;
  }
  return nearest;
}

/** A proxy that writes one of these headers passes the other on unchecked, so headers that disagree are ignored. */
function hopsOf(forwardedFor: string | undefined, forwarded: string | undefined): string[] {
  const hops = forwardedFor === undefined ? null : forwardedFor.split(",").map((hop) => hop.trim());
  const others = forwarded === undefined ? null : forwarded.split(",").map(forParameter);
  if (hops === null || others === null) return hops ?? others ?? [];
  return plainAddress(hops.at(-1) ?? "") === plainAddress(others.at(-1) ?? "") ? hops : [];
}

function forParameter(element: string): string {
  const [, quoted, bare] = /(?:^|;)\s*for=(?:"([^"]*)"|([^;\s]*))/i.exec(element) ?? [];
  return quoted ?? bare ?? "";
}

/** Removes the port, the zone and an IPv4 mapping; null for anything else, such as `unknown`. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const [, bracketed, four] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text) ?? [];
  const [address = ""] = (bracketed ?? four ?? text).split("%");
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return unmapped(spelledOut(address));
    default:
      return null;
  }
}

/** Eight groups of hexadecimal digits. */
function spelledOut(address: string): readonly string[] {
  const { hostname } = new URL(`http://[${address}]/`);
  const [head = "", tail = ""] = hostname.slice(1, -1).split("::");
  const [before, after] = [head, tail].map((half) => (half === "" ? [] : half.split(":")));
  const known = [...(before ?? []), ...(after ?? [])];
  const zeros = Array.from({ length: 8 - known.length }, () => "0");
  return [...(before ?? []), ...zeros, ...(after ?? [])];
}

function unmapped(groups: readonly string[]): string {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return groups.join(":");
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [Math.floor(value / 256), value % 256];
  });
  return bytes.join(".");
}

function networkOf(address: string): string {
  return `${address.split(":").slice(0, 4).join(":")}::/64`;
}
