import { existsSync, readFileSync } from 'node:fs';

/** Where Linux lists the sockets of TCP over IPv4. */
const SOCKETS = '/proc/net/tcp';
const ESTABLISHED = '01';
/** Only ends what hangs. */
const LIMIT = 10_000;

/** Whether a client's socket to a port on this machine has not received the end of its connection. */
function isConnectedTo(port: number): boolean {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync(SOCKETS, 'utf8')
    .split('\n')
    .some((line) => line.includes(` ${remote} ${ESTABLISHED} `));
}

/**
 * Waits until the kernel has delivered the end of each connection to a port, which a busy machine does
 * later than the server's call returns. It blocks: the client's event loop must not turn, because
 * the tests are about ends that it has not read. On other systems than Linux it does not wait.
 */
export function endsDelivered(port: number): void {
  if (!existsSync(SOCKETS)) return;
  const last = performance.now() + LIMIT;
  while (isConnectedTo(port) && performance.now() < last);
}
