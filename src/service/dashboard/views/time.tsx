/** Times and durations. The exact time is in `datetime`; the pages' script shows it in the reader's time zone. */

const SECOND_MS = 1000;
const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["m", 60],
  ["s", 1],
] as const;

/** The two largest units: `6m12s`, `2d3h`; never negative. */
export function durationText(ms: number): string {
  let seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0 || (unit === "s" && parts.length === 0)) parts.push(`${count}${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join("");
}

/** A share from 0 to 1. */
export function percentText(share: number): string {
  return `${share > 0 && share < 0.01 ? "<1" : Math.round(share * 100)} %`;
}

export function exactTime(at: number): string {
  return new Date(at).toISOString();
}

/** `6m12s ago`; the script keeps it current. */
export function Ago({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time datetime={exactTime(at)} title={exactTime(at)} data-relative="ago">
      {durationText(now - at)} ago
    </time>
  );
}

/** How long since then, without "ago". */
export function Since({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time datetime={exactTime(at)} title={exactTime(at)} data-relative="since">
      {durationText(now - at)}
    </time>
  );
}

/** A time of day. UTC until the script runs. */
export function Clock({ at }: { readonly at: number }) {
  const exact = exactTime(at);
  return (
    <time datetime={exact} title={exact} data-relative="clock">
      {exact.slice(0, 10)} {exact.slice(11, 16)} UTC
    </time>
  );
}
