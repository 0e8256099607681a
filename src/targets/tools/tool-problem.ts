/** An external tool cannot be trusted with this question, and why: everything counts as impacted then. */
import type { AllCause } from "../source.js";

export class ToolProblem extends Error {
  override readonly name = "ToolProblem";
  readonly allCause: AllCause;

  /** `subject` is a program or a file; `rule` one clause, `hint` a sentence that says what to do about it. */
  constructor(subject: string, rule: string, hint: string | null = null) {
    super(`${subject}: ${rule}`);
    this.allCause = { subject, rule, hint };
  }
}
