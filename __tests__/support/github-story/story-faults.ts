/** What goes wrong on the way to GitHub and from it, as a seed draws it. */
import type { AskedCall, Fault } from "../github/faults.js";
import type { GitHub } from "../github/git-hub.js";
import type { StoryChances } from "./story-chances.js";

const SHARES = [0, 0.03, 0.08, 0.15];

interface Trouble {
  readonly fault: Fault;
  readonly where: (call: AskedCall) => boolean;
  /** How much more often than others. */
  readonly weight?: number;
}

const isGit = ({ route }: AskedCall) => route.startsWith("git ");
const isApi = (call: AskedCall) => !isGit(call);
const isReading = (call: AskedCall) => isApi(call) && call.method === "GET";
const isSoonSeen = (call: AskedCall) =>
  isReading(call) && /\/check-runs|\/git\/(?:ref|matching-refs)/.test(call.route);
const isPush = ({ route }: AskedCall) => route === "git git-receive-pack";
const isCreating = (call: AskedCall) => isApi(call) && call.method === "POST";
const isMerge = ({ method, route }: AskedCall) => method === "PUT" && /\/merge(-async)?$/.test(route);
const anywhere = () => true;

const TROUBLES: readonly Trouble[] = [
  { fault: { kind: "error", status: 500 }, where: anywhere },
  { fault: { kind: "error", status: 502 }, where: anywhere },
  { fault: { kind: "error", status: 503 }, where: anywhere },
  { fault: { kind: "tooMany", retryAfter: 2 }, where: isApi },
  { fault: { kind: "tooMany", retryAfter: 40 }, where: isApi },
  { fault: { kind: "secondaryLimit", retryAfter: 20 }, where: isApi },
  { fault: { kind: "cutBefore" }, where: anywhere },
  { fault: { kind: "cutAfter" }, where: anywhere },
  { fault: { kind: "errorAfter" }, where: anywhere },
  // Where it matters most that nobody hears of what was done.
  { fault: { kind: "cutAfter" }, where: isPush, weight: 3 },
  { fault: { kind: "errorAfter" }, where: isCreating, weight: 2 },
  { fault: { kind: "stale" }, where: isReading },
  { fault: { kind: "notYet" }, where: isSoonSeen },
  { fault: { kind: "cutAfter" }, where: isMerge, weight: 10 },
];

export function troubleGitHub(github: GitHub, chances: StoryChances): void {
  const share = SHARES[chances.of("share of faults").whole(0, SHARES.length - 1)] ?? 0;
  for (const [index, { fault, where, weight = 1 }] of TROUBLES.entries()) {
    const isMet = (call: AskedCall) =>
      where(call) && chances.of(`fault ${index} of ${kindOf(call)}`).next() < (share * weight) / 3;
    github.faults.next(isMet, fault, Number.POSITIVE_INFINITY);
  }
  const rates = chances.of("rates of webhooks");
  const rate = () => [0, 0.1, 0.4][rates.whole(0, 2)] ?? 0;
  const [lose, double] = [rate(), rate()];
  github.webhooks.misbehave(chances.of("webhooks"), {
    lose,
    double,
    hold: Math.min(rate(), 1 - lose - double),
  });
}

/** The same in each life of a seed: commits are not, since git dates them by the clock of the machine. */
function kindOf({ method, path }: AskedCall): string {
  return `${method} ${path.replaceAll(/[0-9a-f]{40}/g, "COMMIT")}`;
}
