type SetImmediate = typeof globalThis.setImmediate;

function findSetImmediate(): SetImmediate {
  return (
    globalThis.process?.getBuiltinModule?.('node:timers').setImmediate ?? globalThis.setImmediate
  );
}

/**
 * Read once, when this module is loaded: if a test replaced the timers later, a request would wait for
 * the test, which waits for the request.
 */
const setImmediate: SetImmediate = /* @__PURE__ */ findSetImmediate();

let callbacks: (() => void)[] = [];

function callAll(): void {
  const due = callbacks;
  callbacks = [];
  for (const callback of due) callback();
}

/**
 * Calls back when every event that has arrived by now was handled. What is called at the end of the
 * same turn of the event loop is called together: code that has run for one response is still in the
 * caches of the processor for the next one, where between two events it is not.
 */
export function atEndOfTurn(callback: () => void): void {
  if (callbacks.push(callback) === 1) setImmediate(callAll);
}

/**
 * Waits two turns of the event loop, in which the end of an idle connection that has already
 * arrived is read, so that a write is not sent on such a connection.
 */
export function readPendingEvents(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}
