/** The code of a connection failure: closed by the peer, or refused before it existed. */
export type ConnectionFailure = 'ECONNRESET' | 'ECONNREFUSED';

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
