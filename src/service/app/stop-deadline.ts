/** The deadline of a stop, longer than those of all its parts. The next start continues unfinished work. */
export const STOP_DEADLINE_MS = 30_000;
