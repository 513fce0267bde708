import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Imports both entries where reading a browser's global throws. */
const program = `
  const touched = [];
  for (const name of ['window', 'document', 'navigator', 'location', 'indexedDB', 'crypto',
    'localStorage', 'sessionStorage', 'BroadcastChannel', 'fetch', 'performance']) {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() { touched.push(name); return undefined; },
    });
  }
  const before = Object.keys(globalThis).length;
  await import(${JSON.stringify(here('./index.ts'))});
  const own = touched.slice();
  if (Object.keys(globalThis).length !== before) own.push('a new global');
  console.log(JSON.stringify(own));
`;

it('reads no global but `window` when it is imported on a server', () => {
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  const node = [...flags, '--input-type=module', '--eval', program];
  const touched = execFileSync(process.execPath, node, { encoding: 'utf8' });
  expect(JSON.parse(touched)).toEqual(['window']);
});

it('works in a worker without a document', () => {
  const inWorker = `
    import { Worker } from 'node:worker_threads';
    const worker = new Worker(${JSON.stringify(`
      import { createWallet } from ${JSON.stringify(here('./index.ts'))};
      import { parentPort } from 'node:worker_threads';
      const wallet = createWallet({ relay: '/api/wallet' });
      wallet.ready().then(({ status }) => { wallet.close(); parentPort.postMessage(status); });
    `)}, { eval: true, type: 'module', execArgv: ['--conditions=source', '--input-type=module'] });
    worker.on('message', (status) => console.log(status));
  `;
  const node = ['--input-type=module', '--eval', inWorker];
  const said = execFileSync(process.execPath, node, { encoding: 'utf8' });
  expect(said.trim()).toBe('signed-out');
});
