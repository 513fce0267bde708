/**
 * Waits one turn of the event loop. A message and not a timer, because tests put timers of their own
 * in the place of the runtime's.
 */
export function eventLoopTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
