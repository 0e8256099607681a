/** What goes wrong on the way to GitHub and from it, as a seed draws it. */
import { createHash } from "node:crypto";
import type { AskedCall, Fault } from "../github/faults.js";
import type { GitHub } from "../github/git-hub.js";
import { type Chance, seededChance } from "../seeded-chance.js";

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
];

/** Apart, so that it changes nothing of what is drawn for the others. */
const MERGE_UNHEARD: Trouble = {
  fault: { kind: "cutAfter" },
  where: ({ method, route }) => method === "PUT" && route.endsWith("/merge"),
  weight: 10,
};

export function troubleGitHub(github: GitHub, chance: Chance): void {
  const share = SHARES[chance.whole(0, SHARES.length - 1)] ?? 0;
  const troubled = ({ fault, where, weight = 1 }: Trouble, seed: number) => {
    const drawn = new DrawnByName(seed);
    const isMet = (call: AskedCall) =>
      where(call) && drawn.next(`${call.method} ${call.path}`) < (share * weight) / 3;
    github.faults.next(isMet, fault, Number.POSITIVE_INFINITY);
  };
  TROUBLES.forEach((trouble, index) => troubled(trouble, chance.seed * TROUBLES.length + index));
  troubled(MERGE_UNHEARD, chance.seed);
  const rate = () => [0, 0.1, 0.4][chance.whole(0, 2)] ?? 0;
  const [lose, double] = [rate(), rate()];
  github.webhooks.misbehave(seededChance(chance.seed), {
    lose,
    double,
    hold: Math.min(rate(), 1 - lose - double),
  });
}

/** The same for the same call of the same name, in whichever order calls of different names come. */
class DrawnByName {
  readonly #seed: number;
  readonly #chances = new Map<string, Chance>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  next(name: string): number {
    const known = this.#chances.get(name);
    const chance =
      known ?? seededChance(createHash("sha256").update(`${this.#seed} ${name}`).digest().readUInt32LE());
    this.#chances.set(name, chance);
    return chance.next();
  }
}
