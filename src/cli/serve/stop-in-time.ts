/** Waits for a graceful stop, and not for ever. */

export async function stopInTime(stop: () => Promise<void>, deadlineMs: number): Promise<"stopped" | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), deadlineMs);
  });
  try {
    return await Promise.race([stop().then(() => "stopped" as const), late]);
  } finally {
    clearTimeout(timer);
  }
}
