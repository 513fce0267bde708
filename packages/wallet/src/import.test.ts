import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createWallet } from './index.ts';

it.each([
  ['no way to the backend', {}, /expected `relay`, `transport` or `signer`/],
  ['a misspelt `review`, which would have no effect', { relay: '/api/wallet', revew: () => true }],
  ['a misspelt option beside a signer', { signer: { origin: 'https://a.example' }, acountId: 'x' }],
])('refuses %s', (_what, options, message = /`(?:revew|acountId)` is not an option/) => {
  const create = () => createWallet(options as never);
  expect(create).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  expect(create).toThrow(message);
});

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Imports both entries in an environment in which reading a browser global throws. */
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

/** Signs in and does not close the wallet. */
const signedIn = `
  const { createWallet } = await import(${JSON.stringify(here('./index.ts'))});
  const { sealSessionKey } = await import(${JSON.stringify(here('../../crypto/src/index.ts'))});
  const times = { createdAt: '2026-01-05T09:00:00Z', expiresAt: '2026-01-05T09:15:00Z' };
  const transport = {
    challenge: async () => ({ type: 'EMAIL_OTP', nickname: 'a', issuedAt: times.createdAt }),
    verify: async ({ clientPublicKey }) => ({
      ...times, id: 'Session:1', accountId: 'InternalAccount:1', issuedAt: times.createdAt,
      encryptedSessionSigningKey: await sealSessionKey(new Uint8Array(32).fill(1), clientPublicKey),
    }),
  };
  for (const name of ['account', 'passkeyOptions', 'passkeyBegin', 'passkeyComplete',
    'refreshBegin', 'refreshComplete', 'revokeBegin', 'revokeComplete',
    'actionBegin', 'actionComplete']) transport[name] = async () => ({});
  const wallet = createWallet({ transport });
  await (await wallet.emailOtp('AuthMethod:1').send()).verify('000000');
  console.log(wallet.state.status);
`;

it('lets a process end although a session is open and the wallet was not closed', () => {
  const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
  const node = [...flags, '--input-type=module', '--eval', signedIn];
  // The limit only ends a process that stays alive.
  const output = execFileSync(process.execPath, node, { encoding: 'utf8', timeout: 100_000 });
  expect(output.trim()).toBe('active');
});

it('is used in a worker without a page', () => {
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
  const output = execFileSync(process.execPath, node, { encoding: 'utf8' });
  expect(output.trim()).toBe('signed-out');
});
