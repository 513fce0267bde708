import type { StreamedBody } from '../../src/transport/transport.ts';

/** An upload that counts how often it is created, and how many of its chunks were read. */
export interface CountedUpload {
  readonly body: StreamedBody;
  readonly streams: number;
  readonly pulled: number;
  /** Resolves when the first chunk is read. */
  readonly begun: Promise<void>;
  /** Resolves when a reader cancels the stream. */
  readonly cancelled: Promise<void>;
}

/** Creates an upload of equal chunks. */
export function countedUpload(
  chunks: number,
  size: number,
  length: number | undefined,
): CountedUpload {
  const counts = { streams: 0, pulled: 0 };
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const stream = () => {
    let left = chunks;
    counts.streams += 1;
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (left === 0) return controller.close();
          left -= 1;
          counts.pulled += 1;
          begun.resolve();
          return controller.enqueue(new Uint8Array(size).fill(0x61));
        },
        cancel: () => cancelled.resolve(),
      },
      { highWaterMark: 0 },
    );
  };
  return {
    body: { length, stream },
    get streams() {
      return counts.streams;
    },
    get pulled() {
      return counts.pulled;
    },
    begun: begun.promise,
    cancelled: cancelled.promise,
  };
}
