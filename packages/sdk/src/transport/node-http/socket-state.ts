import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

const loaded: { net?: typeof import('node:net'); tls?: typeof import('node:tls') } = {};

/** Whether a socket has a method of its own in place of one of its class. */
function hasOwnMethod(socket: Socket | TLSSocket): boolean {
  const kind: object = Object.getPrototypeOf(socket);
  return Object.getOwnPropertyNames(socket).some(
    (name) => name in kind && typeof Reflect.get(socket, name) === 'function',
  );
}

/**
 * Whether a socket is one of Node's own, on which nothing is sent before it is connected. An
 * interceptor's socket is of another class, or has methods of its own: it may deliver a request
 * without ever connecting.
 */
function isNodeSocket(socket: Socket | TLSSocket, hasTls: boolean): boolean {
  const kind = socket.constructor;
  if (hasTls) {
    loaded.tls ??= process.getBuiltinModule('node:tls');
    return kind === loaded.tls.TLSSocket && !hasOwnMethod(socket);
  }
  loaded.net ??= process.getBuiltinModule('node:net');
  return kind === loaded.net.Socket && !hasOwnMethod(socket);
}

/** Whether a pooled socket has reached its end, in either direction, while it was idle. */
export function isClosed(socket: Socket): boolean {
  return socket.destroyed || !socket.readable || !socket.writable || socket.readableEnded;
}

/** A handshake is over once our own `Finished` message exists. */
function isHandshakeOver(socket: TLSSocket): boolean {
  if (typeof socket.getFinished !== 'function') return true;
  // Node returns null, not undefined, if the socket no longer has a handle.
  return (socket.getFinished() ?? undefined) !== undefined;
}

/**
 * Calls back right before the first byte written on a socket can be sent: at once if it is connected,
 * or if another kind of socket may pass it on; otherwise when the connection, and for TLS the
 * handshake, is complete.
 */
export function whenConnected(socket: Socket | TLSSocket, callback: () => void): void {
  // TLS to the service, or to a proxy.
  const hasTls = 'encrypted' in socket && socket.encrypted;
  const isConnected = !socket.connecting && (!hasTls || isHandshakeOver(socket));
  // A connection that failed at once is reported as an error later; nothing can be sent on it.
  if (isConnected && !socket.destroyed) callback();
  else if (!isNodeSocket(socket, hasTls)) callback();
  else if (!socket.destroyed) socket.once(hasTls ? 'secureConnect' : 'connect', callback);
}
