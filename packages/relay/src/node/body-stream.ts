type Listener = (...values: unknown[]) => void;

const bytesOf = (chunk: unknown): Uint8Array =>
  chunk instanceof Uint8Array ? chunk : new TextEncoder().encode(String(chunk));

/** The part of Node's incoming message through which a body is read. */
export interface BodySource {
  /** Whether all of the message has arrived. */
  readonly complete?: boolean | undefined;
  readonly destroyed?: boolean | undefined;
  /** Whether something has read all of it. */
  readonly readableEnded?: boolean | undefined;
  on(event: string, listener: Listener): unknown;
  off(event: string, listener: Listener): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(error?: Error): unknown;
}

/**
 * The body of an incoming message, read chunk by chunk on demand, at most one chunk ahead.
 * Cancelling stops the reading and leaves the socket as it is.
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
      controller.error(
        error ?? new TypeError('The connection was closed before the end of the body.'),
      );
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
          controller.error(new TypeError('The connection was closed before the body arrived.'));
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

/** The number of bytes of a refused body that are discarded. */
const MAX_REST = 8_388_608;

/** Whether a part of a message may still arrive. */
export function isUnfinished({ complete, destroyed }: BodySource): boolean {
  return complete === false && destroyed !== true;
}

/**
 * Discards the rest of a message, so that a browser that is still sending it reads the response.
 * Returns false if that was abandoned because of its size or time.
 */
export function discardRest(incoming: BodySource, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    let left = MAX_REST;
    const finish = (isWhole: boolean) => () => {
      clearTimeout(timer);
      incoming.off('data', onData);
      resolve(isWhole);
    };
    const onData = (chunk: unknown) => {
      left -= bytesOf(chunk).byteLength;
      if (left < 0) finish(false)();
    };
    const timer = setTimeout(finish(false), milliseconds);
    timer.unref();
    incoming.on('end', finish(true));
    incoming.on('close', finish(true));
    // Without a listener, a lost connection would end the process.
    incoming.on('error', finish(true));
    incoming.on('data', onData);
    incoming.resume();
  });
}
