/** What the operating system refused, as Node reports it; a bug of ours is something else. */
export interface SystemError {
  readonly code: string;
  readonly syscall: string;
  readonly message: string;
}

export function isSystemError(error: unknown): error is SystemError {
  return (
    typeof error === "object" &&
    error !== null &&
    "message" in error &&
    "syscall" in error &&
    "code" in error &&
    typeof error.code === "string"
  );
}
