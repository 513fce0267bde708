import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { WireResponse } from './browser.ts';
import { ORIGIN } from './relay-server.ts';

/** Writes a request byte for byte, as no browser would, and reads the response. */
export async function sendRaw(
  port: number,
  line: string,
  fields: Readonly<Record<string, string>>,
  body: string,
): Promise<WireResponse> {
  const socket = connect(port, '127.0.0.1');
  const all = {
    host: 'app.example.com',
    origin: ORIGIN,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...fields,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[line, ...head].join('\r\n')}\r\n\r\n${body}`);
  const received = (await buffer(socket)).toString('utf8');
  const [top = '', text = ''] = received.split('\r\n\r\n', 2);
  const [status = '', ...lines] = top.split('\r\n');
  const headers = new Headers(
    lines.map((one): [string, string] => {
      const at = one.indexOf(':');
      return [one.slice(0, at), one.slice(at + 1).trim()];
    }),
  );
  const isChunked = headers.get('transfer-encoding') === 'chunked';
  const content = isChunked
    ? text.slice(text.indexOf('\r\n') + 2, text.lastIndexOf('}') + 1)
    : text;
  return { status: Number(status.split(' ', 2)[1]), headers, text: content };
}
