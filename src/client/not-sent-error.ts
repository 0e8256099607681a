/** Nothing of a request reached the service, so that trying again cannot do the same thing twice. */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
  /** Whether the same request may get through a moment later. */
  readonly passing: boolean;

  constructor(message: string, passing: boolean, options?: ErrorOptions) {
    super(message, options);
    this.passing = passing;
  }
}
