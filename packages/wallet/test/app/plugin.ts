import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { bundle } from '../bundle.ts';
import { send, toRequest } from './http.ts';

const html = (script: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Test</title><script type="module" src="${script}"></script></html>`;

/** A strict policy: only the site's own files, no eval, no inline script, Trusted Types. */
const POLICY = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** The pages of the tests, by folder, built as for production. */
const pages: Readonly<Record<string, { entry: string; headers: Record<string, string> }>> = {
  tab: { entry: 'test/app/tab.ts', headers: {} },
  offline: { entry: 'test/app/tab.ts', headers: {} },
  attacked: { entry: 'test/app/attacked-page.ts', headers: {} },
  early: { entry: 'test/app/early-page.ts', headers: {} },
  worker: { entry: 'test/app/worker-page.ts', headers: {} },
  'service-worker': {
    entry: 'test/app/service-worker.ts',
    headers: { 'service-worker-allowed': '/__wallet/worker/' },
  },
  strict: {
    entry: 'test/app/csp-page.ts',
    headers: { 'content-security-policy': POLICY },
  },
};

/** Whether the page `offline` is again in reach of what it loads later. */
let isBack = false;

const built = new Map<string, ReturnType<typeof bundle>>();

/** Responds to `/<page>/` and the scripts below it; undefined for other paths. */
async function page(path: string): Promise<Response | undefined> {
  const [, folder = '', name = ''] = new URL(path, 'http://localhost').pathname.split('/');
  const found = pages[folder];
  if (found === undefined) return undefined;
  const { entry, headers } = found;
  if (name === '') {
    const body = html(`/__wallet/${folder}/main.js`);
    return new Response(body, { headers: { ...headers, 'content-type': 'text/html' } });
  }
  const files = built.get(entry) ?? bundle(entry);
  built.set(entry, files);
  const file = (await files).find((other) => other.name === name);
  isBack ||= name === 'back';
  if (file === undefined) return new Response(null, { status: 404 });
  const isAway = folder === 'offline' && file.load === 'lazy' && !isBack;
  if (isAway) return new Response(null, { status: 503 });
  return new Response(file.text, { headers: { ...headers, 'content-type': 'text/javascript' } });
}

const PREFIX = '/__wallet/';
const entry = fileURLToPath(new URL('./serve.ts', import.meta.url));
const nodeFlags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/**
 * The external imports of the tests, listed because Vite reloads every page when it finds a
 * dependency during a run.
 */
const dependencies = [
  '@hpke/common',
  '@hpke/core',
  '@noble/curves/abstract/weierstrass.js',
  '@noble/hashes/hkdf.js',
  '@noble/hashes/hmac.js',
  '@noble/hashes/sha2.js',
  '@simplewebauthn/browser',
  'bs58check',
  'idb-keyval',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'svelte/store',
  'vue',
] as const;

function startBackend() {
  const process = fork(entry, { execArgv: nodeFlags });
  const origin = new Promise<string>((resolve, reject) => {
    process.once('message', (port) => resolve(`http://127.0.0.1:${port}`));
    process.once('exit', () => reject(new Error('The backend of the wallet tests has ended.')));
  });
  return { process, origin };
}

type Backend = ReturnType<typeof startBackend>;

/**
 * Mounts the backend of the wallet's browser tests below `/__wallet/`, so that pages reach it on
 * their own origin. It runs in its own process, which starts with the first request.
 */
export function walletTestApp(): Plugin {
  let backend: Backend | undefined;
  return {
    name: 'wallet-test-app',
    config: () => ({ optimizeDeps: { include: [...dependencies] } }),
    // The facts about browsers are twenty megabytes: a page gets what follows from them.
    async load(id) {
      if (!id.endsWith('/test/app/browser-floor.ts')) return null;
      const { laterBuiltIns } = await import('./browser-floor.ts');
      return `export const laterBuiltIns = () => ${JSON.stringify(laterBuiltIns())}`;
    },
    configureServer(server) {
      server.middlewares.use((incoming, outgoing, next) => {
        const { originalUrl = '' } = incoming as { originalUrl?: string };
        if (!originalUrl.startsWith(PREFIX)) return next();
        const responded = async () => {
          const served = await page(originalUrl.slice(PREFIX.length - 1));
          if (served !== undefined) return send(served, outgoing);
          backend ??= startBackend();
          const url = new URL(originalUrl, await backend.origin);
          await send(await fetch(await toRequest(incoming, url)), outgoing);
        };
        responded().catch(next);
      });
      server.httpServer?.once('close', () => {
        if (backend?.process.connected === true) backend.process.disconnect();
      });
    },
  };
}
