import { ConnectionLost } from '../engine/connection-lost.ts';

/** What is left of a body that breaks off. */
export interface Truncation {
  /** The bytes that are still sent. */
  readonly bytes: Uint8Array;
  /** How many there should have been. */
  readonly length: number;
}

const truncations = new WeakMap<Response, Truncation>();

/** How a response was truncated, for doors that write bytes themselves. */
export function truncationOf(response: Response): Truncation | undefined {
  return truncations.get(response);
}

/** The same response, whose body breaks off after so many bytes. */
export async function truncate(response: Response, count: number): Promise<Response> {
  const whole = new Uint8Array(await response.arrayBuffer());
  const bytes = whole.slice(0, count);
  let isSent = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent || bytes.length === 0) controller.error(new ConnectionLost());
      else controller.enqueue(bytes);
      isSent = true;
    },
  });
  const { status, headers } = response;
  const result = new Response(stream, { status, headers });
  truncations.set(result, { bytes, length: whole.length });
  return result;
}
