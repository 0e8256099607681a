/** How long a service may take to stop. Longer than everything inside is given; the next start takes up the rest. */
export const STOP_DEADLINE_MS = 30_000;
