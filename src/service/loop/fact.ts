/** An event whose moment is still to be filled in. */
import type { QueueEvent } from "../../engine/event.js";

type WithoutTime<Event> = Event extends QueueEvent ? Omit<Event, "at"> : never;
export type Fact = WithoutTime<QueueEvent>;
