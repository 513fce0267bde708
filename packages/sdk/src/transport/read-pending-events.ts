/**
 * Waits two turns of the event loop, in which the end of an idle connection that has already
 * arrived is read, so that a write is not sent on such a connection.
 */
export function readPendingEvents(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}
