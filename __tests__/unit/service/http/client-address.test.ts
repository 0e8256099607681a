/** Whose limits a request counts against, and whose word on it is believed. */
import { describe, expect, it } from "@jest/globals";
import { clientAddress, trustedProxies } from "../../../../src/service/http/client-address.js";

function addressOf(
  remoteAddress: string | undefined,
  headers: Readonly<Record<string, string>> = {},
  trusted: readonly string[] = [],
) {
  const list = trustedProxies(trusted);
  if (list === null) throw new Error("the test names a proxy that is none");
  return clientAddress({ remoteAddress, header: (name) => headers[name] }, list);
}

describe("the address of a client", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:DB8:0:0::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    [undefined, "unknown"],
  ])("of %s is %s", (remote, expected) => {
    expect(addressOf(remote)).toBe(expected);
  });

  it("is not what a stranger says", () => {
    const headers = { "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.8" };
    expect(addressOf("192.0.2.1", headers)).toBe("192.0.2.1");
    expect(addressOf("192.0.2.1", headers, ["10.0.0.0/8"])).toBe("192.0.2.1");
  });

  it.each([
    [{ "x-forwarded-for": "198.51.100.7" }, "198.51.100.7"],
    [{ "x-forwarded-for": "6.6.6.6, 198.51.100.7, 10.1.1.1" }, "198.51.100.7"],
    [{ "x-forwarded-for": "10.9.9.9,10.1.1.1" }, "10.9.9.9"],
    [{ "x-forwarded-for": "198.51.100.7:4711" }, "198.51.100.7"],
    [{ "x-forwarded-for": "[2001:db8::7]:4711" }, "2001:db8:0:0::/64"],
    [{ forwarded: 'for=6.6.6.6;by=x, For="[2001:db8::7]:99";proto=https' }, "2001:db8:0:0::/64"],
    [{ forwarded: "proto=https;for=198.51.100.7" }, "198.51.100.7"],
  ])("is what a trusted proxy says: %j", (headers, expected) => {
    expect(addressOf("10.0.0.1", headers, ["10.0.0.0/8"])).toBe(expected);
  });

  it.each([
    [{}],
    [{ "x-forwarded-for": "" }],
    [{ "x-forwarded-for": "198.51.100.7, unknown" }],
    [{ "x-forwarded-for": "198.51.100.7, 999.1.1.1" }],
    [{ forwarded: "for=_hidden" }],
    [{ forwarded: "by=198.51.100.7" }],
    // One of the two is what a stranger wrote.
    [{ "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.8" }],
  ])("is the proxy's where that cannot be read: %j", (headers) => {
    expect(addressOf("10.0.0.1", headers, ["10.0.0.1"])).toBe("10.0.0.1");
  });

  it("is told by two headers that agree", () => {
    const headers = { "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.7" };
    expect(addressOf("::ffff:10.0.0.1", headers, ["10.0.0.1"])).toBe("198.51.100.7");
  });

  it("may come through IPv6 proxies", () => {
    expect(addressOf("2001:db8:ffff::1", { "x-forwarded-for": "198.51.100.7" }, ["2001:db8:ffff::/48"])).toBe(
      "198.51.100.7",
    );
  });
});

describe("trusted proxies", () => {
  it.each(["", "proxy.example", "10.0.0.0/33", "::1/129", "10.0.0.0/8/8", "10.0.0", "*"])(
    "are addresses and networks, which %j is not",
    (item) => {
      expect(trustedProxies(["10.0.0.1", item])).toBeNull();
    },
  );

  it("are none where none are named", () => {
    expect(trustedProxies([])?.("127.0.0.1")).toBe(false);
  });
});
