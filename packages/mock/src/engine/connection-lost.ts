/** The code of a connection failure: closed by the peer, or refused before it existed. */
type ConnectionFailure = 'ECONNRESET' | 'ECONNREFUSED';

const systemCalls = { ECONNRESET: 'read', ECONNREFUSED: 'connect' } as const;

/**
 * An injected network failure. It has the form of an error of `fetch`: a `TypeError` whose cause
 * has the code and the system call that failed.
 */
export class ConnectionLost extends TypeError {
  override readonly name = 'TypeError';

  constructor(code: ConnectionFailure = 'ECONNRESET') {
    const syscall = systemCalls[code];
    const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
    super('fetch failed', { cause });
  }
}

/** The part of a body that is sent before it breaks off. */
export interface Truncation {
  readonly bytes: Uint8Array;
  /** The length of the complete body. */
  readonly length: number;
}

const truncations = new WeakMap<Response, Truncation>();

/** Returns how a response was truncated, for transports that write bytes themselves. */
export function truncationOf(response: Response): Truncation | undefined {
  return truncations.get(response);
}

/** Returns the same response with a body that breaks off after a number of bytes. */
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
