import type { FetchFunction, FetchInit, FetchResponse } from './fetch-function.ts';

/** Statuses whose responses never have a body. */
const withoutBody = [204, 205, 304];

const encoder = new TextEncoder();

/** The body of a library as a stream of bytes. */
function streamOf(body: NonNullable<FetchResponse['body']>): ReadableStream<Uint8Array> {
  if (body instanceof ReadableStream) return body;
  const pieces = (body as AsyncIterable<string | Uint8Array>)[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

/** A response of the platform, whatever the class of the one that was returned. */
function platformResponse(given: FetchResponse): Response {
  if (given instanceof Response) return given;
  const { status, headers, body } = given;
  const stream = body === null || withoutBody.includes(status) ? null : streamOf(body);
  return new Response(stream as BodyInit | null, {
    status,
    headers: [...headers].map(([name, value]): [string, string] => [name, value]),
  });
}

/**
 * Calls a function of the user with a request in the form that it takes, and returns the response
 * as one of the platform.
 */
export async function callFetch(
  given: FetchFunction,
  request: Request,
  body: string | undefined,
): Promise<Response> {
  const { url, method, signal } = request;
  const takesUrl = given.length === 2;
  const isStream = body === undefined && request.body !== null;
  const init: FetchInit = {
    method,
    headers: Object.fromEntries(request.headers),
    signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
    ...(isStream && takesUrl && { body: new Uint8Array(await request.arrayBuffer()) }),
    ...(isStream &&
      !takesUrl && {
        body: request.body as ReadableStream<Uint8Array<ArrayBuffer>>,
        duplex: 'half' as const,
      }),
  };
  // A function that takes a URL without declaring its options writes the request as a URL.
  const target = takesUrl ? url : Object.defineProperty(request, 'toString', { value: () => url });
  return platformResponse(await given(target as Request & string, init));
}
