import { build } from 'esbuild';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { misbehavingServer } from '../../test/transport/misbehaving-server.ts';
import { defaultTransport } from './default-transport.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the default on Node', () => {
  test('uses one pool for the process, and not fetch', async () => {
    vi.stubGlobal('fetch', () => expect.unreachable());
    const server = await misbehavingServer();
    const { signal } = new AbortController();
    const transport = defaultTransport();
    expect(defaultTransport()).toBe(transport);
    const request = { method: 'GET', headers: {}, body: undefined, signal };
    const response = await transport({ ...request, url: `${server.origin}/teapot` });
    expect(response.status).toBe(418);
    await server.close();
  });

  test.each(['GET', 'POST'])(
    'receives the response of a %s on a used connection while a test replaces the timers',
    async (method) => {
      const server = await misbehavingServer();
      const { signal } = new AbortController();
      const send = async () => {
        const url = `${server.origin}/teapot`;
        const response = await defaultTransport()({ method, url, headers: {}, body: '', signal });
        return response.text(1_000);
      };
      expect(await send()).toBe('short and stout');
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      expect(await send()).toBe('short and stout');
      vi.useRealTimers();
      await server.close();
    },
  );
});

describe('a bundle', () => {
  async function bundled(splitting: boolean) {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: "export { defaultTransport } from './default-transport.ts';",
        resolveDir: import.meta.dirname,
        loader: 'ts',
      },
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      outdir: 'out',
      splitting,
      platform: 'browser',
      conditions: ['source', 'worker'],
      external: ['@org/*'],
    });
    return { text: outputFiles.map(({ text }) => text).join('\n'), metafile };
  }

  test('for a worker imports no module of Node', async () => {
    const { text, metafile } = await bundled(false);
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    expect(imports.filter(({ path }) => path.startsWith('node:'))).toEqual([]);
    expect(text).not.toMatch(/(?:from|import|require)\s*\(?\s*["'](?:node:)?https?["']/);
  });

  test('keeps ky in a file that only the fetch transport loads', async () => {
    const { metafile } = await bundled(true);
    const withKy = Object.entries(metafile.outputs).filter(([, { inputs }]) =>
      Object.keys(inputs).some((path) => path.includes('node_modules/ky/')),
    );
    expect(withKy).toHaveLength(1);
    const entry = Object.values(metafile.outputs).find(
      ({ entryPoint }) => entryPoint === '<stdin>',
    );
    const statically = entry?.imports.filter(({ kind }) => kind !== 'dynamic-import') ?? [];
    expect(statically.map(({ path }) => path)).not.toContain(withKy[0]?.[0]);
  });
});
