/** What the door needs of a forge that tells of its news by webhooks. */

/** As it came: nothing of it is believed before its signature is. */
export interface RawDelivery {
  readonly signature: string;
  readonly event: string;
  /** The forge's own name of the delivery; the same one when it is sent again. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export type Hearing =
  /** Kept or noted: it will be acted on. */
  | "heard"
  /** Signed, and nothing follows from it, as it came before or is about something else. */
  | "ignored"
  | "notSigned"
  /** Signed, and still not what the forge sends; the sentence says why. */
  | { readonly problem: string }
  /** Nothing is kept of it: there is too much to do already. */
  | "full";

export interface ForgeEars {
  /** Answers before anything is done about it. Throws what the store throws. */
  hear(delivery: RawDelivery): Promise<Hearing>;
}
