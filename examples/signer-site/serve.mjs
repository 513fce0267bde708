import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { Readable } from 'node:stream';

/** Serves the site, and passes the relay's calls on: `node serve.mjs`, with `PORT`. */
const { headers, relay, backend } = JSON.parse(
  readFileSync(new URL('settings.json', import.meta.url), 'utf8'),
);
const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };
/** Headers of a request that the relay reads. */
const passedOn = ['content-type', 'cookie', 'origin'];
/** Headers of a response that the browser reads. */
const returned = ['content-type', 'retry-after', 'cache-control', 'set-cookie'];

async function callRelay(request, response) {
  const sent = passedOn.flatMap((name) =>
    request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
  );
  const { method, url } = request;
  const body = method === 'POST' ? Readable.toWeb(request) : undefined;
  const reply = await fetch(backend + url, {
    method,
    headers: sent,
    body,
    duplex: 'half',
    redirect: 'manual',
  });
  for (const name of returned) {
    const value = name === 'set-cookie' ? reply.headers.getSetCookie() : reply.headers.get(name);
    if (value !== null && value.length > 0) response.setHeader(name, value);
  }
  response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()));
}

async function serveFile(path, response) {
  const name = path === '/' ? 'index.html' : path.slice(1);
  const type = types[extname(name)];
  const isPlain = /^[\w-]+\.\w+$/.test(name);
  const file =
    type === undefined || !isPlain
      ? undefined
      : await readFile(new URL(`public/${name}`, import.meta.url)).catch(() => undefined);
  if (file === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { ...headers, 'Content-Type': type }).end(file);
}

const server = createServer((request, response) => {
  const [pathname = ''] = request.url.split('?');
  const work = pathname.startsWith(`${relay}/`)
    ? callRelay(request, response)
    : serveFile(pathname, response);
  work.catch(() => response.headersSent || response.writeHead(502).end());
});
server.listen(Number(process.env.PORT ?? 4600), () => {
  console.log(`the signer is served on port ${server.address().port}`);
});
