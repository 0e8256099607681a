/** Which addresses webhooks may go to. */
import { describe, expect, it } from "@jest/globals";
import { addressRules, allowedPrivate } from "../../../../src/service/webhooks/private-addresses.js";

const PUBLIC = [
  "8.8.8.8",
  "1.1.1.1",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700::1111",
  "64:ff9b::808:808",
  "::ffff:8.8.8.8",
];

const PRIVATE: Readonly<Record<string, readonly string[]>> = {
  "this network and this machine": ["0.0.0.0", "0.1.2.3", "127.0.0.1", "127.255.255.254", "::1", "::"],
  "private networks": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fd00::1", "fc00::1"],
  "link-local, with the metadata of clouds": [
    "169.254.169.254",
    "169.254.0.1",
    "fe80::1",
    "febf::1",
    "fe80::1%eth0",
  ],
  "metadata of clouds elsewhere": ["168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::254"],
  "carrier-grade NAT": ["100.64.0.1", "100.127.255.255"],
  "multicast, reserved and broadcast": [
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "ff02::1",
  ],
  "documentation and benchmarks": [
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "198.18.0.1",
    "2001:db8::1",
    "3fff::1",
  ],
  "IPv4 inside IPv6": [
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "::ffff:169.254.169.254",
    "64:ff9b::a00:1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::808:808",
    "::127.0.0.1",
    "::808:808",
    "2002:808:808::1",
    "2002:7f00:1::",
    "2001:0:808:808::1",
  ],
  "what was never handed out, or is gone": ["4000::1", "fec0::1", "100::1", "5f00::1"],
  "what is no address": ["", "localhost", "8.8.8", "1.2.3.4.5", "0x7f000001", "[::1]"],
};

describe("without a setting", () => {
  const rules = addressRules([]);

  it("reaches every public address, and none of them is named", () => {
    expect(PUBLIC.filter((address) => !rules.mayReach(address) || rules.isNamed(address))).toEqual([]);
  });

  it.each(Object.entries(PRIVATE))("reaches nothing of %s", (_what, addresses) => {
    expect(addresses.filter((address) => rules.mayReach(address))).toEqual([]);
  });
});

describe("with ranges", () => {
  const rules = addressRules(["10.1.0.0/16", "192.168.7.9", "fd12::/16"]);

  it.each([
    ["10.1.2.3", true],
    ["::ffff:10.1.2.3", true],
    ["64:ff9b::a01:203", true],
    ["192.168.7.9", true],
    ["fd12:1::1", true],
    ["8.8.8.8", true],
    ["10.2.0.1", false],
    ["192.168.7.8", false],
    ["fd13::1", false],
    ["169.254.169.254", false],
  ])("may reach %s: %s", (address, expected) => {
    expect(rules.mayReach(address)).toBe(expected);
  });

  it("names what is in them alone", () => {
    expect(["10.1.2.3", "8.8.8.8", "10.2.0.1"].map((address) => rules.isNamed(address))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it("reaches every address when all are allowed, and nothing else", () => {
  const rules = addressRules("allow");
  expect(["127.0.0.1", "169.254.169.254", "fe80::1"].every((address) => rules.mayReach(address))).toBe(true);
  expect(rules.mayReach("localhost")).toBe(false);
});

it.each([
  ["allow", "allow"],
  [" ALLOW ", "allow"],
  ["10.0.0.0/8, fd00::/8,192.168.1.1", ["10.0.0.0/8", "fd00::/8", "192.168.1.1"]],
  ["", null],
  ["10.0.0.0/33", null],
  ["fd00::/129", null],
  ["10.0.0.0/8;192.168.0.0/16", null],
  ["example.com", null],
  ["10.0.0/8", null],
  ["all", null],
])("reads the setting %j", (text, expected) => {
  expect(allowedPrivate(text)).toEqual(expected);
});
