import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/**
 * Serves on any free port of the loopback. An idle connection stays open: one that a slow machine closes late
 * would be used by a request that it then breaks off.
 */
export const listenOn = (listener: RequestListener) =>
  listening(createHttpServer({ keepAliveTimeout: 0 }, listener));

/** Lets a server listen on any free port of the loopback. */
export async function listening(server: Server | HttpsServer) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Starts a server that reads, and calls `respond` when bytes arrive; by default it stays silent. */
export async function tcpServer(respond: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>();
  const dataArrived = Promise.withResolvers<void>();
  let received = '';
  let onClose = () => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      dataArrived.resolve();
      respond(socket);
    });
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) onClose();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Bytes that arrived, over all connections. */
    received: () => received,
    /** Resolves when a connection has sent something. */
    dataArrived: dataArrived.promise,
    /** Resolves when every connection has been closed by the client. */
    closedByClient: () =>
      new Promise<void>((resolve) => {
        onClose = resolve;
        if (sockets.size === 0) resolve();
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
