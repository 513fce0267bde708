/** Returns the same response with a body that starts only after a wait. */
export async function delayBody(response: Response, wait: () => Promise<void>): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  if (bytes.length === 0) return response;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await wait();
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, headers });
}
