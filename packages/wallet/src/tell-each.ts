/**
 * Calls listeners, also when one of them removes itself. One that throws is reported, and does not
 * stop the others or change the outcome they are called with.
 */
export function tellEach<Value>(listeners: Iterable<(value: Value) => void>, value: Value): void {
  for (const listener of [...listeners]) {
    try {
      listener(value);
    } catch (error) {
      globalThis.reportError?.(error);
    }
  }
}
