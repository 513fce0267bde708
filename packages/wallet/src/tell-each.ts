/**
 * Calls listeners, also when one of them removes itself. One that throws is reported, and does not
 * keep the others, or what they are told about, from going on.
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
