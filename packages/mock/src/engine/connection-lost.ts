/**
 * An injected network failure. It looks like the one of `fetch`: a `TypeError` whose cause says
 * that the peer closed the connection.
 */
export class ConnectionLost extends TypeError {
  override readonly name = 'TypeError';

  constructor() {
    const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    super('fetch failed', { cause });
  }
}
