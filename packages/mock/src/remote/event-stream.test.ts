import { expect, test } from 'vitest';
import { readEvents, type ServerEvent } from './event-stream.ts';

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

test('events are found wherever the chunks are cut', async () => {
  const text =
    'event: ready\ndata: {}\n\n: comment\n\nevent: request\ndata: {"a":\ndata: "é"}\n\ncut';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size),
    );
    const found: ServerEvent[] = [];
    await readEvents(streamOf(chunks), (event) => found.push(event));
    expect(found).toEqual([
      { name: 'ready', data: '{}' },
      { name: 'request', data: '{"a":\n"é"}' },
    ]);
  }
});
