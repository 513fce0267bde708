import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { overKy as OverKy } from '../../packages/sdk/src/transport/fetch/over-ky.ts';
import type { TransportRequest } from '../../packages/sdk/src/transport/transport.ts';
import { root } from '../lib/workspace.ts';
import { leanKy, leanSource } from './lean-ky.ts';

const kyFacts: unknown = JSON.parse(
  readFileSync(join(root, 'node_modules/ky/package.json'), 'utf8'),
);
const { version: kyVersion } = kyFacts as { readonly version: string };

const folder = mkdtempSync(join(tmpdir(), 'lean-ky-'));

interface Bundle {
  readonly bytes: number;
  load(): Promise<object>;
}

async function bundledKy(name: string, plugins: Plugin[]): Promise<Bundle> {
  const outfile = join(folder, name);
  const { metafile } = await build({
    stdin: { contents: "export { default, isNetworkError } from 'ky';", resolveDir: root },
    outfile,
    bundle: true,
    minify: true,
    metafile: true,
    format: 'esm',
    plugins,
  });
  return {
    bytes: Object.values(metafile.outputs)[0]?.bytes ?? 0,
    load: async () => (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as object,
  };
}

const [whole, lean] = await Promise.all([
  bundledKy('whole.mjs', []),
  bundledKy('lean.mjs', [leanKy]),
]);

/** The transport over one of the two. */
async function transportOver(ky: Bundle): Promise<typeof OverKy> {
  vi.resetModules();
  vi.doMock('ky', () => ky.load());
  return (await import('../../packages/sdk/src/transport/fetch/over-ky.ts')).overKy;
}

const overWhole = await transportOver(whole);
const overLean = await transportOver(lean);
const { fetchTransport } = await import(
  '../../packages/sdk/src/transport/fetch/fetch-transport.ts'
);
const { transportSuite } = await import('../../packages/sdk/test/transport/transport-suite.ts');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

transportSuite('the bundled part of ky over the global fetch', () => ({
  transport: fetchTransport(),
  close: async () => {},
}));

transportSuite('the bundled part of ky over a given fetch', () => ({
  transport: fetchTransport((request) => fetch(request)),
  close: async () => {},
}));

/** What a given fetch receives, and what the transport reports for each way it ends. */
async function exchanged(
  transportOf: typeof OverKy,
  request: Omit<TransportRequest, 'signal'>,
  end: () => Response,
): Promise<unknown> {
  const { signal } = new AbortController();
  let seen: unknown;
  const transport = transportOf(async (sent) => {
    const { method, url, redirect, mode, credentials, cache, duplex } = sent as Request & {
      readonly duplex: string;
    };
    const body = sent.body === null ? null : await sent.text();
    const headers = [...sent.headers];
    seen = { method, url, redirect, mode, credentials, cache, duplex, headers, body };
    return end();
  });
  try {
    const response = await transport({ ...request, signal });
    const fields = [...response.headers()];
    return { seen, status: response.status, fields, text: await response.text(1_000) };
  } catch (error) {
    const { name, message, cause } = error as Error;
    return { seen, name, message, cause };
  }
}

const url = 'https://service.test/2025-10-13/cards?limit=2&x=%20';
const headers = { accept: 'application/json', 'Request-Id': 'Request:1' };
const withBody = { ...headers, 'content-type': 'application/json' };
const bytes = new TextEncoder().encode('{"ü":1}');
const upload = { length: bytes.byteLength, stream: () => new Blob([bytes]).stream() };

const requests: Readonly<Record<string, Omit<TransportRequest, 'signal'>>> = {
  'a GET': { method: 'GET', url, headers, body: undefined },
  'a HEAD': { method: 'HEAD', url, headers, body: undefined },
  'a PATCH with text': { method: 'PATCH', url, headers: withBody, body: '{"ü":1}' },
  'a POST with an upload': { method: 'POST', url, headers: withBody, body: upload },
  'a PUT with an empty text': { method: 'PUT', url, headers: withBody, body: '' },
  'a DELETE': { method: 'DELETE', url, headers, body: undefined },
};

const ends: readonly (() => Response)[] = [
  () => new Response('{"a":1}', { headers: { 'content-type': 'application/json', date: 'x' } }),
  () => new Response(null, { status: 204 }),
  () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.test/' } }),
  () => new Response('{"code":"NOT_FOUND"}', { status: 404 }),
  () => new Response('later', { status: 429, headers: { 'retry-after': '1' } }),
  () => new Response('down', { status: 503, headers: { 'retry-after': '1' } }),
  () => Response.error(),
  () => {
    throw new TypeError('fetch failed', { cause: new Error('reset') });
  },
  () => {
    throw new Error('of the function itself');
  },
  () => {
    throw 'not an error';
  },
];

describe('the part of ky that is bundled', () => {
  test.for(Object.keys(requests))('sends %s and ends as the whole of ky does', async (name) => {
    const request = requests[name] as TransportRequest;
    for (const end of ends) {
      const expected = await exchanged(overWhole, request, end);
      expect(expected).toMatchObject({ seen: { method: request.method, url } });
      expect(await exchanged(overLean, request, end)).toEqual(expected);
    }
  });

  test('makes one request and joins no signals, and its abort reaches the given fetch', async () => {
    const any = vi.spyOn(AbortSignal, 'any');
    const made = vi.spyOn(globalThis, 'Request');
    const controller = new AbortController();
    const reason = new Error('given up');
    const transport = overLean(
      (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
          controller.abort(reason);
        }),
    );
    const { signal } = controller;
    const call = transport({ method: 'GET', url, headers, body: undefined, signal });
    await expect(call).rejects.toBe(reason);
    expect(made).toHaveBeenCalledTimes(1);
    expect(any).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test('is a fifth of ky', async () => {
    expect(lean.bytes).toBeLessThan(whole.bytes / 5);
  });

  test('is not made from a source that lacks what is left out', () => {
    let message = '';
    try {
      leanSource('index.js', 'export default 1;');
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(`ky ${kyVersion}, distribution/index.js: 0 lines begin with`);
    expect(message).toContain('for (const method of requestMethods) {');
    expect(message).toContain('packages/sdk/package.json');
    expect(message).toContain('scripts/build/lean-ky.ts');
    expect(message).toContain('npm run test:node -- scripts/build/lean-ky.test.ts');
    const [, section = ''] = /See "(.+)" in CONTRIBUTING\.md\./.exec(message) ?? [];
    const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
    expect(guide).toContain(`\n## ${section}\n`);
    expect(() => leanSource('utils/timeout.js', '')).toThrow(
      'distribution/utils/timeout.js: 0 lines',
    );
  });

  test('names the version that is installed as the one it was written for', () => {
    expect(() => leanSource('index.js', '')).toThrow(`was written for ky ${kyVersion},`);
  });
});
