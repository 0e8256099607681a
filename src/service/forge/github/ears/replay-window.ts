/** How old a wish may be: for that long GitHub lets people have a delivery sent again, which it does not do by itself. */
export const REPLAY_WINDOW_MS = 3 * 24 * 3_600_000;
