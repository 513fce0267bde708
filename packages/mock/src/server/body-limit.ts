/** The body of a request is larger than the server takes. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

async function readUpTo(limit: number, body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The same request, once its body is known not to exceed a number of bytes.
 *
 * @throws BodyTooLarge
 */
export async function withinLimit(request: Request, limit: number): Promise<Request> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    if (Number(declared) > limit) throw new BodyTooLarge();
    return request;
  }
  if (!request.headers.has('transfer-encoding') || request.body === null) return request;
  const body = Buffer.from(await readUpTo(limit, request.body));
  const { method, headers, signal } = request;
  return new Request(request.url, { method, headers, signal, body });
}
