type Listener = (...values: unknown[]) => void;

const bytesOf = (chunk: unknown): Uint8Array =>
  chunk instanceof Uint8Array ? chunk : new TextEncoder().encode(String(chunk));

/** The parts of Node's incoming message that a body is read through. */
export interface BodySource {
  /** Whether all of the message has arrived. */
  readonly complete?: boolean | undefined;
  readonly destroyed?: boolean | undefined;
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(error?: Error): unknown;
}

/**
 * The body of an incoming message, chunk by chunk as it is asked for: nothing is read before, and
 * no more than one chunk ahead. Cancelling stops the reading and leaves the socket as it is.
 */
export function bodyStream(incoming: BodySource): ReadableStream<Uint8Array> {
  let stop: (() => void) | undefined;

  function listen(controller: ReadableStreamDefaultController<Uint8Array>): () => void {
    const onData = (chunk: unknown) => {
      incoming.pause();
      controller.enqueue(new Uint8Array(bytesOf(chunk)));
    };
    const onEnd = () => {
      stopListening();
      controller.close();
    };
    const onLost = (error: unknown) => {
      stopListening();
      controller.error(error ?? new TypeError('The connection was closed within the body.'));
    };
    const stopListening = () => {
      incoming.off('data', onData);
      incoming.off('end', onEnd);
      incoming.off('close', onLost);
      incoming.off('error', onLost);
    };
    incoming.pause();
    incoming.on('data', onData);
    incoming.on('end', onEnd);
    incoming.on('close', onLost);
    incoming.on('error', onLost);
    return stopListening;
  }

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (stop === undefined && incoming.destroyed === true) {
          controller.error(new TypeError('The connection was closed before the body.'));
          return;
        }
        stop ??= listen(controller);
        incoming.resume();
      },
      cancel() {
        stop?.();
        incoming.pause();
      },
    },
    { highWaterMark: 0 },
  );
}

/** How much of a body that nobody wants is thrown away before its connection is closed. */
const MAX_REST = 8_388_608;

/**
 * Throws away what is left of a message that has been answered, so that a browser still sending
 * reads the response; closes the connection of one that sends too much or for too long.
 *
 * @param milliseconds how long the rest may take
 */
export function discardRest(incoming: BodySource, milliseconds: number): void {
  if (incoming.complete !== false || incoming.destroyed === true) return;
  let left = MAX_REST;
  const onData = (chunk: unknown) => {
    left -= bytesOf(chunk).byteLength;
    if (left < 0) incoming.destroy();
  };
  const timer = setTimeout(() => incoming.destroy(), milliseconds);
  timer.unref();
  const done = () => clearTimeout(timer);
  incoming.on('end', done);
  incoming.on('close', done);
  // Without a listener, a lost connection would end the process.
  incoming.on('error', done);
  incoming.on('data', onData);
  incoming.resume();
}
