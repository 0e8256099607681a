/** For `--import`: a process whose time passes so many times faster, so that its pauses and limits are short. */
const TIMES = Number(process.env.FASTER_TIME ?? 1);
const real = {
  setTimeout,
  now: performance.now.bind(performance),
  timeout: AbortSignal.timeout.bind(AbortSignal),
};

globalThis.setTimeout = (callback, delayMs, ...words) => real.setTimeout(callback, delayMs / TIMES, ...words);
performance.now = () => real.now() * TIMES;
AbortSignal.timeout = (delayMs) => real.timeout(Math.ceil(delayMs / TIMES));
