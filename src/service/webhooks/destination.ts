/**
 * Where a webhook goes: the address is looked up once, every answer is checked, and the connection goes to the very
 * addresses that were checked, so that a name cannot lead elsewhere a moment later.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Repository } from "../../domain/repository.js";
import type { AddressRules } from "./private-addresses.js";

export interface Address {
  readonly address: string;
  readonly family: number;
}

export type Resolve = (host: string) => Promise<readonly Address[]>;

export type Checked =
  | { readonly kind: "reachable"; readonly url: URL; readonly addresses: readonly Address[] }
  | { readonly kind: "refused"; readonly why: string };

const SETTING = "MERGE_QUEUE_WEBHOOK_PRIVATE_ADDRESSES";
const LONGEST_URL = 2048;

export async function systemResolve(host: string): Promise<readonly Address[]> {
  return lookup(host, { all: true, order: "verbatim" });
}

/** What is wrong with the text of an address, without asking anybody; null when nothing is. */
export function urlProblem(text: string, rules: AddressRules, mayBePlain: boolean): string | null {
  if (text.length > LONGEST_URL || !URL.canParse(text)) {
    return `expected an address such as https://example.com/hooks, of at most ${LONGEST_URL} characters`;
  }
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "expected https://";
  if (url.username !== "" || url.password !== "") {
    return "user and password are not allowed in it: check the signature instead";
  }
  if (url.protocol === "http:" && !mayBePlain) {
    return `expected https://; plain http goes only to addresses that ${SETTING} names`;
  }
  const host = hostOf(url);
  return isIP(host) !== 0 && !rules.mayReach(host) ? refusal(host) : null;
}

/** Fails as `resolve` does. */
export async function checkDestination(
  text: string,
  rules: AddressRules,
  resolve: Resolve,
): Promise<Checked> {
  const problem = urlProblem(text, rules, true);
  if (problem !== null) return { kind: "refused", why: problem };
  const url = new URL(text);
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) return { kind: "refused", why: `${host} has no address` };
  for (const { address } of addresses) {
    if (!rules.mayReach(address)) return { kind: "refused", why: refusal(address) };
    if (url.protocol === "http:" && !rules.isNamed(address)) {
      return { kind: "refused", why: `plain http to ${address}: use https, or name it in ${SETTING}` };
    }
  }
  return { kind: "reachable", url, addresses };
}

function refusal(address: string): string {
  return `${address} is not a public address: name it in ${SETTING} if webhooks are to reach it`;
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

export type DetailsUrl = (name: QueueName, pullRequest: PullRequestNumber) => string;

/** `publicUrl` without a slash at its end; null where the service has none. */
export function detailsUrl(
  publicUrl: string | null,
  forgeUrl: (repository: Repository, pullRequest: PullRequestNumber) => string,
): DetailsUrl {
  return ({ repository, targetBranch }, pullRequest) => {
    if (publicUrl === null) return forgeUrl(repository, pullRequest);
    const { host, owner, name } = repository;
    const path = [host, owner, name, "pull", String(pullRequest)].map(encodeURIComponent).join("/");
    return `${publicUrl}/${path}?branch=${encodeURIComponent(targetBranch)}`;
  };
}
