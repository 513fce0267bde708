import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { nodeHandler } from '@org/payments-relay/node';
import { relay } from './relay.ts';

const handle = nodeHandler(relay);
const types = { html: 'text/html; charset=utf-8', js: 'text/javascript' };

createServer((request, response) => {
  if (request.url.startsWith('/api/wallet/')) return void handle(request, response);
  const path = request.url === '/' ? '/index.html' : request.url;
  const [, type] = /^\/(?:index\.(html)|wallet\/[\w-]+\.(js))$/.exec(path)?.filter(Boolean) ?? [];
  if (type === undefined || !existsSync(`.${path}`)) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': types[type] });
  createReadStream(`.${path}`).pipe(response);
}).listen(Number(process.env.PORT ?? 5173), 'localhost');
