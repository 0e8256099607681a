/** The forms of the service's settings: addresses, repositories, paths, durations. */
import { resolve } from "node:path";
import * as z from "zod/mini";
import { branchNameProblem } from "../../domain/branch-name.js";
import { DAY_MS, DURATION_FORM, durationMs, HOUR_MS, MINUTE_MS } from "../../domain/duration.js";
import { repositoryKey, repositoryProblem } from "../../domain/repository.js";
import { SIGNING_KEY_FORM, type SigningKey, signingKeyOf } from "../git/signing-key.js";
import { trustedProxies } from "../http/client-address.js";
import { DATABASE_FORM, type Database, databaseOf, placeOf } from "../store/database.js";
import { type AllowedPrivate, allowedPrivate } from "../webhooks/private-addresses.js";
import { type Form, meaning, plainText, type Refuse, textForm } from "./form.js";

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Maps `host/owner/name` (lower case) to a path or URL for git; empty when none was given. */
export type Repositories = ReadonlyMap<string, string>;

const SHORTEST_RETENTION_MS = HOUR_MS;
const LONGEST_WRITE_INTERVAL_MS = 5000;

const UNITS = [
  ["d", DAY_MS],
  ["h", HOUR_MS],
  ["m", MINUTE_MS],
  ["s", 1000],
] as const;

/** Formats in the largest unit without a fraction; `durationMs` parses it back to the same value. */
export function durationText(milliseconds: number): string {
  const [unit, unitMs] = UNITS.find(([, one]) => milliseconds % one === 0) ?? ["ms", 1];
  return `${milliseconds / unitMs}${unit}`;
}

const DURATION = /^\d{1,9}(\.\d{1,3})?\s*([mM][sS]|[smhdSMHD])$/u;
const ADDRESS = /^https?:\/\/\S+$/u;

export const anyText = plainText("a text");

/** Characters that are valid in an HTTP header. */
export const visibleAscii = plainText("visible ASCII characters without spaces", /^[!-~]+$/u);

/** Relative paths are resolved from the service's working directory. */
export const path = plainText("a path", null, (text) => (text.includes("\0") ? null : resolve(text)));

export const database: Form<Database> = textForm(
  DATABASE_FORM,
  /^(sqlite:|postgres(ql)?:\/\/).+$/u,
  databaseOf,
  (place) => (place.kind === "sqlite" ? `sqlite:${place.path}` : placeOf(place)),
);

export const duration = textForm(DURATION_FORM, DURATION, durationMs, durationText);

/** With a longer interval, calls would time out as soon as a handful are waiting. */
export const writeInterval = textForm(
  `${DURATION_FORM}, of at most 5s`,
  DURATION,
  (text) => {
    const milliseconds = durationMs(text);
    return milliseconds === null || milliseconds > LONGEST_WRITE_INTERVAL_MS ? null : milliseconds;
  },
  durationText,
);

/** `forever` is read as infinity. */
export const retention = textForm(
  `${DURATION_FORM}, of at least one hour, or forever`,
  /^(\d{1,9}(\.\d{1,3})?\s*([mM][sS]|[smhdSMHD])|[fF][oO][rR][eE][vV][eE][rR])$/u,
  (text) => {
    if (text.toLowerCase() === "forever") return Number.POSITIVE_INFINITY;
    const milliseconds = durationMs(text);
    return milliseconds !== null && milliseconds >= SHORTEST_RETENTION_MS ? milliseconds : null;
  },
  (milliseconds) => (milliseconds === Number.POSITIVE_INFINITY ? "forever" : durationText(milliseconds)),
);

export const hostAndPort: Form<HostAndPort> = textForm(
  "host:port, such as 127.0.0.1:8080",
  /^\S+:\d{1,5}$/u,
  (text) => {
    const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
    if (host === undefined || Number(port) > 65_535) return null;
    return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  },
  ({ host, port }) => `${host.includes(":") ? `[${host}]` : host}:${port}`,
);

/** A port alone means this port on 127.0.0.1. */
export const adminAddress: Form<HostAndPort> = textForm(
  "a port or host:port, such as 9090 or 127.0.0.1:9090",
  /^(?:\S+:)?\d{1,5}$/u,
  (text) => hostAndPort.fromText(/^\d+$/.test(text) ? `127.0.0.1:${text}` : text),
  (value) => hostAndPort.show(value),
);

/** A public address; trailing slashes are removed. */
export const publicUrl = plainText("an address such as https://queue.example.com", ADDRESS, (text) => {
  if (!URL.canParse(text)) return null;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === "" ? text.replace(/\/+$/, "") : null;
});

/** Requests carry a token, so the address has to be https or local. */
export const apiUrl = plainText(
  "an https address such as https://github.example.com/api/v3",
  ADDRESS,
  (text) => {
    const url = publicUrl.fromText(text);
    if (url === null) return null;
    const { protocol, hostname } = new URL(url);
    return protocol === "https:" || isLoopback(hostname) ? url : null;
  },
);

export function isLoopback(hostname: string): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

export const gitHubAppId = plainText(
  "the App's id or client id, such as 123456 or Iv23liAbCdEfGhIjKlMn",
  /^(\d{1,12}|Iv[0-9A-Za-z.]{6,40})$/u,
);

/** Without a dot, or with one in those of older Apps. */
export const gitHubClientId = plainText(
  "the App's client id, such as Iv23liAbCdEfGhIjKlMn",
  /^[0-9A-Za-z][0-9A-Za-z._-]{5,99}$/u,
);

/** The environment may contain line breaks as the characters \n. */
export const privateKey: Form<string> = textForm(
  "a private key as PEM, from -----BEGIN to -----END",
  /^\s*-----BEGIN ([A-Z]+ )?PRIVATE KEY-----[\s\S]+-----END ([A-Z]+ )?PRIVATE KEY-----\s*$/u,
  (text) => text.replaceAll("\\n", "\n").trim(),
  () => "a private key",
);

export const signingKey: Form<SigningKey> = textForm(
  SIGNING_KEY_FORM,
  null,
  signingKeyOf,
  ({ kind }) => `a private key for ${kind === "ssh" ? "SSH" : "PGP"} signatures`,
);

/** Git strips these characters from the ends of a name, and allows no line breaks and angle brackets in it. */
export const personName = plainText(
  "a name of up to 100 characters, without < > and control characters",
  /^[^<>\p{Cc}\s.,:;"'\\](?:[^<>\p{Cc}]{0,98}[^<>\p{Cc}\s.,:;"'\\])?$/u,
);

export const emailAddress = plainText(
  "an address such as queue@example.com",
  /^[!-;=?-~]{1,100}@[0-9A-Za-z.-]{1,100}$/u,
);

export const privateAddresses: Form<AllowedPrivate> = textForm(
  "a list of ranges such as 10.0.0.0/8,fd00::/8, or allow",
  null,
  allowedPrivate,
  (allowed) => (allowed === "allow" ? allowed : allowed.join(",")),
);

/** An IP address or a network in CIDR notation. */
export const network = plainText(
  "an address or a network, such as 10.0.0.1 or fd00::/8",
  /^[0-9a-fA-F:.]+(\/\d{1,3})?$/u,
  (text) => (trustedProxies([text]) === null ? null : text),
);

/** The prefix has to give valid branch names. */
export const branchPrefix = plainText(
  "a prefix of branch names that ends in a slash, such as mq-merge/",
  /^[A-Za-z0-9][A-Za-z0-9._/\-]*\/$/u,
  (text) => (branchNameProblem(`${text}pr-1/run`) === null ? text : null),
);

/** Excludes first characters that begin a quote, code or markup in a comment. */
export const commandPrefix = plainText(
  "up to 40 visible ASCII characters such as / or @queue, the first of them none of > < ` ~",
  /^[!-;=?-_a-}][!-~]{0,39}$/u,
);

const REPOSITORY_KEY = String.raw`^[^/=\s]+/[^/=\s]+/[^/=\s]+$`;
const LOCATION = "a path or URL for git";

const REPOSITORIES = "a list like github.com/acme/shop=/srv/git/shop.git, with each repository once";

/** The published schema. The parser itself reports each place that differs from it. */
const publishedRepositories = z.unknown().register(z.globalRegistry, {
  type: "object",
  minProperties: 1,
  propertyNames: { pattern: REPOSITORY_KEY },
  additionalProperties: {
    anyOf: [
      { type: "string", minLength: 1, description: `${LOCATION}.` },
      { type: "null", description: "The location on GitHub." },
      {
        type: "object",
        properties: { location: { type: "string", minLength: 1, description: `${LOCATION}.` } },
        required: ["location"],
        additionalProperties: false,
      },
    ],
  },
});

/** As text, a list with commas or lines. In YAML, a map whose values are locations, or maps with a location. */
export const repositories: Form<Repositories> = {
  expected: REPOSITORIES,
  schema: meaning(publishedRepositories, REPOSITORIES, repositoriesFromYaml),
  isRepeatable: true,
  fromText: repositoriesFromText,
  show: (known) =>
    [...known]
      .map(([key, location]) => (location === "" ? key : `${key}=${withoutCredentials(location)}`))
      .join(","),
};

function repositoriesFromText(text: string): Repositories | null {
  const known = new Map<string, string>();
  for (const item of text.split(/[,\n]/).map((part) => part.trim())) {
    if (item === "") continue;
    const [, name = "", location = ""] = /^([^=\s]+)(?:=(\S.*))?$/.exec(item) ?? [];
    const key = keyOf(name);
    if (key === null || known.has(key)) return null;
    known.set(key, location);
  }
  return known.size > 0 ? known : null;
}

function repositoriesFromYaml(value: unknown, refuse: Refuse): Repositories | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const known = new Map<string, string>();
  for (const [name, written] of Object.entries(value)) {
    const key = keyOf(name);
    const location = written === null ? undefined : locationIn(name, written, refuse);
    if (key === null) refuse([name], "host/owner/name, such as github.com/acme/shop");
    else if (known.has(key)) refuse([name], "each repository once: upper and lower case are the same here");
    else if (location === "") refuse([name], `${LOCATION}, or a map with a location`);
    else if (location !== null) known.set(key, location ?? "");
  }
  return known.size > 0 ? known : null;
}

/** Empty when the value cannot be a location, null when a problem was reported. */
function locationIn(name: string, written: unknown, refuse: Refuse): string | null {
  if (typeof written === "string") return written.trim();
  if (typeof written !== "object" || written === null || Array.isArray(written)) return "";
  const unknown = Object.keys(written).filter((key) => key !== "location");
  for (const key of unknown) refuse([name, key], "location, the only setting of a repository");
  const location: unknown = "location" in written ? written.location : null;
  const isText = typeof location === "string" && location.trim() !== "";
  if (!isText) refuse("location" in written ? [name, "location"] : [name], `a location: ${LOCATION}`);
  return isText && unknown.length === 0 ? location.trim() : null;
}

function keyOf(text: string): string | null {
  if (!new RegExp(REPOSITORY_KEY).test(text)) return null;
  const [host = "", owner = "", name = ""] = text.split("/");
  const repository = { host, owner, name };
  return repositoryProblem(repository) === null ? repositoryKey(repository) : null;
}

/** Removes the user and password from addresses. */
function withoutCredentials(address: string): string {
  return address.replace(/\/\/[^/?#\s]*@/g, "//");
}

/** Covers github.com, GitHub with data residency (ghe.com), and an Enterprise Server. */
export function gitHubApiUrl(host: string): string {
  if (host === "github.com" || host.endsWith(".ghe.com")) return `https://api.${host}`;
  return `https://${host}/api/v3`;
}

/**
 * Where browsers find GitHub, without a trailing slash. An API on this machine is a server that has the pages too; any
 * other address than GitHub's own is a proxy for programs only.
 */
export function gitHubWebUrl(apiAddress: string, host: string): string {
  const { hostname, origin } = new URL(apiAddress);
  return isLoopback(hostname) ? origin : `https://${host}`;
}

/** Only an Enterprise Server has its API below a path: https://docs.github.com/en/enterprise-server@latest/rest/enterprise-admin */
export function isEnterpriseServer(apiUrl: string): boolean {
  return /\/api\/v3\/?$/.test(apiUrl);
}
