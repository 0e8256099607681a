/** What the server keeps of each request. */
import type { Asked } from "./executions.js";
import type { Deal, Reply } from "./lies.js";

export interface ReceivedRequest extends Asked {
  /** The present moment when it arrived. */
  readonly at: number;
  /** After the job was cancelled. */
  readonly isParting: boolean;
  deal: Deal;
  reply: Reply["kind"];
  /** The moments that it made, by now. */
  readonly made: number[];
  /** Status of a whole answer that was sent; null when none was. */
  status: number | null;
  /** Whether the client has got what is true of it. */
  isTrue: boolean;
  /** The moment that a true answer to a read shows, and the one that the whole answer shows. */
  shows: number | null;
  /** The body of a whole answer. */
  sent: string | null;
  /** The state of an entry that the server did not show as it was by then. */
  staleState: string | null;
}
