/**
 * Waits one turn of the event loop. It uses a message channel instead of a timer, because tests may
 * simulate timers.
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
