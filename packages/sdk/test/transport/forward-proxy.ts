import { createServer, request as forward } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listening } from '../servers.ts';

export async function forwardProxy() {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const tunnels = new Set<Socket>();
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    asked.push(`${method} ${url}`);
    credentials.push(headers['proxy-authorization']);
    const { 'proxy-authorization': _own, 'proxy-connection': _also, ...passed } = headers;
    const onward = forward(url, { method, headers: passed }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => outgoing.destroy());
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket: Socket) => {
    const { url = '', headers } = incoming;
    asked.push(`CONNECT ${url}`);
    credentials.push(headers['proxy-authorization']);
    const [host, port] = url.split(':');
    const onward = connect({ host: host ?? '', port: Number(port) }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) {
      tunnels.add(end);
      end.on('error', () => [socket, onward].map((other) => other.destroy()));
    }
  });
  const { url, close } = await listening(server);
  return {
    url,
    /** What it was asked for: `CONNECT host:port`, or method and absolute URL. */
    asked,
    /** `Proxy-Authorization` values seen. */
    credentials,
    close: () => {
      for (const tunnel of tunnels) tunnel.destroy();
      return close();
    },
  };
}
