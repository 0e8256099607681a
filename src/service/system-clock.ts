/** The machine's own time. */
import { SteadyClock } from "./clock/steady-clock.js";
import type { Clock } from "./ports/clock.js";

export const systemClock: Clock = new SteadyClock();
