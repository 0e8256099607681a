/**
 * For a program to import first: time that passes only while nothing is under way in it, and then at once up to the next
 * timer. Requests, programs and files take as long as they take and cost no time, so that whoever waits for an hour waits
 * for nothing, however slow the machine is. What ends first of things that are under way together is left to the machine.
 */
import { subscribe } from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";

const real = {
  setTimeout: globalThis.setTimeout,
  Date: globalThis.Date,
  now: performance.now.bind(performance),
};
const BEGINNING = real.Date.UTC(2026, 0, 5, 9);
const LONGEST_ACTIVITY_MS = 30_000;
/** What there is while nothing is under way; anything else is a program that runs, or a file that is read. */
const AT_REST = new Set([
  "Immediate",
  "MessagePort",
  "PipeWrap",
  "TCPServerWrap",
  "TCPSocketWrap",
  "Timeout",
  "TTYWrap",
]);

let elapsedMs = 0;
let nextOrder = 0;
const waiting = new Set();

class Timer {
  constructor(callback, delayMs, words, everyMs) {
    Object.assign(this, { callback, delayMs: Math.max(Number(delayMs) || 0, 1), words, everyMs });
    this.refresh();
  }
  refresh() {
    this.at = elapsedMs + this.delayMs;
    nextOrder += 1;
    this.order = nextOrder;
    waiting.add(this);
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  hasRef() {
    return true;
  }
  close() {
    waiting.delete(this);
    return this;
  }
  [Symbol.dispose]() {
    waiting.delete(this);
  }
}

globalThis.setTimeout = (callback, delayMs, ...words) => new Timer(callback, delayMs, words, null);
globalThis.setInterval = (callback, delayMs, ...words) => new Timer(callback, delayMs, words, delayMs);
globalThis.clearTimeout = (timer) => void waiting.delete(timer);
globalThis.clearInterval = globalThis.clearTimeout;
timersPromises.setTimeout = (delayMs, value, { signal } = {}) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = new Timer(() => resolve(value), delayMs, [], null);
    signal?.addEventListener("abort", () => {
      timer.close();
      reject(signal.reason);
    });
  });
syncBuiltinESMExports();
performance.now = () => elapsedMs;
globalThis.Date = class extends real.Date {
  constructor(...words) {
    if (words.length === 0) super(BEGINNING + elapsedMs);
    else super(...words);
  }
  static now() {
    return BEGINNING + Math.floor(elapsedMs);
  }
};

const requests = new Set();
subscribe("undici:request:create", ({ request }) => requests.add(request));
subscribe("undici:request:trailers", ({ request }) => requests.delete(request));
subscribe("undici:request:error", ({ request }) => requests.delete(request));

/** What WebCrypto works on is in no list of what is under way. */
let keysAtWork = 0;
const { prototype } = globalThis.SubtleCrypto;
for (const [name, { value: work }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
  if (typeof work !== "function" || name === "constructor") continue;
  prototype[name] = async function (...words) {
    keysAtWork += 1;
    try {
      return await Reflect.apply(work, this, words);
    } finally {
      keysAtWork -= 1;
    }
  };
}

const isAtWork = () =>
  requests.size > 0 || keysAtWork > 0 || process.getActiveResourcesInfo().some((name) => !AT_REST.has(name));
const turn = () => new Promise((resolve) => setImmediate(resolve));
const moment = () => new Promise((resolve) => real.setTimeout(resolve, 1));

/** Promises that are done already need a few turns until what waits for them has begun something. */
async function isQuiet() {
  for (let turns = 0; turns < 4; turns += 1) {
    if (isAtWork()) return false;
    await turn();
  }
  return !isAtWork();
}

function passTime() {
  let next;
  for (const timer of waiting) {
    const isSooner =
      next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order);
    if (isSooner) next = timer;
  }
  if (next === undefined) return false;
  elapsedMs = Math.max(elapsedMs, next.at);
  if (next.everyMs === null) waiting.delete(next);
  else next.refresh();
  next.callback(...next.words);
  return true;
}

async function live() {
  let quietAt = real.now();
  for (;;) {
    if (await isQuiet()) {
      quietAt = real.now();
      if (passTime()) continue;
    } else if (real.now() - quietAt > LONGEST_ACTIVITY_MS) {
      const names = [...requests].map(({ method, path }) => `${method} ${path}`);
      throw new Error(
        `still under way after half a minute: ${[...names, ...process.getActiveResourcesInfo()].join(", ")}`,
      );
    }
    await moment();
  }
}
void live();
