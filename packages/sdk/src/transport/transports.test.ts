import { inspect } from 'node:util';
import { build } from 'esbuild';
import { Agent, type Dispatcher, Dispatcher1Wrapper, ProxyAgent } from 'undici';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ConnectionOptions, connectionSuite } from '../../test/transport/connection-suite.ts';
import { misbehavingServer } from '../../test/transport/misbehaving-server.ts';
import { transportSuite } from '../../test/transport/transport-suite.ts';
import { atEndOfTurn } from '../limits/turns.ts';
import { defaultTransport, fetchTransport } from './default-transport.ts';
import { nodeHttpTransport } from './node-http/node-http-transport.ts';
import { plainError } from './plain-error.ts';
import { undiciTransport } from './undici/undici-transport.ts';

transportSuite('node:http, its own pool', () => {
  const transport = nodeHttpTransport();
  return { transport, close: transport.close };
});

transportSuite('node:http, one connection', () => {
  const transport = nodeHttpTransport({ connections: 1 });
  return { transport, close: transport.close };
});

transportSuite('ky over the global fetch', () => ({
  transport: fetchTransport(),
  close: async () => {},
}));

transportSuite('undici, its own pool', () => {
  const transport = undiciTransport();
  return { transport, close: transport.close };
});

transportSuite('undici, one connection', () => {
  const transport = undiciTransport({ connections: 1 });
  return { transport, close: () => transport.close() };
});

/** A pool of undici, created from the options of the suite. */
function dispatcherOf({ ca, proxy, connections }: ConnectionOptions): Dispatcher {
  const tls = ca === undefined ? {} : { ca };
  const size = connections === undefined ? {} : { connections };
  return proxy === undefined
    ? new Agent({ connect: tls, ...size })
    : new ProxyAgent({ uri: proxy, requestTls: tls, ...size });
}

connectionSuite('node:http: connections', ({ ca, proxy, connections }) => {
  if (proxy !== undefined) vi.stubEnv('HTTPS_PROXY', proxy);
  const transport = nodeHttpTransport({ connections, ...(ca !== undefined && { tls: { ca } }) });
  vi.unstubAllEnvs();
  return { transport, close: transport.close, ownsSockets: true };
});

connectionSuite('ky over a given fetch: connections', (options) => {
  const dispatcher = dispatcherOf(options);
  const init = { dispatcher: new Dispatcher1Wrapper(dispatcher) } as RequestInit;
  const transport = fetchTransport((request) => fetch(request, init));
  return { transport, close: async () => void dispatcher.destroy() };
});

connectionSuite('undici: connections', (options) => {
  const { ca, proxy, connections } = options;
  const transport =
    ca === undefined
      ? undiciTransport({ connections, proxy })
      : undiciTransport({ dispatcher: dispatcherOf(options) });
  return { transport, close: transport.close, ownsSockets: ca === undefined };
});

const refused = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });

test('returns the error of a system call unchanged', () => {
  const error = new TypeError('fetch failed', { cause: refused() });
  expect(plainError(error)).toBe(error);
});

test("removes the packet from a parser's error, at any depth", () => {
  const parser = Object.assign(new Error('Parse Error'), {
    code: 'HPE_INVALID_CONSTANT',
    rawPacket: Buffer.from('secret'),
    data: 'secret',
  });
  const many = new AggregateError([refused(), parser], 'all failed');
  const plain = plainError(new TypeError('fetch failed', { cause: many })) as Error;
  expect(plain).toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: {
      name: 'AggregateError',
      errors: [{ syscall: 'connect' }, { code: 'HPE_INVALID_CONSTANT' }],
    },
  });
  expect(inspect(plain, { depth: 9, showHidden: true })).not.toContain('secret');
  const [, inner] = (plain.cause as AggregateError).errors;
  expect(Object.getOwnPropertyNames(inner).sort()).toEqual(['code', 'message', 'name', 'stack']);
});

test('stops at a circular cause', () => {
  const error = new Error('around');
  error.cause = error;
  expect(plainError(error)).toBeInstanceOf(Error);
});

test('replaces a value that is not an error', () => {
  expect(plainError({ request: 'secret' })).toEqual(
    new Error('The platform threw a value that is not an error.'),
  );
});

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

test('what is called at the end of a turn is called together, before anything that waits for it', async () => {
  const order: string[] = [];
  const passOn = (name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    atEndOfTurn(() => {
      order.push(`passes on ${name}`);
      resolve();
    });
    return promise.then(() => order.push(`reads ${name}`));
  };
  const first = passOn('one');
  await Promise.resolve();
  const second = passOn('two');
  expect(order).toEqual([]);
  await Promise.all([first, second]);
  expect(order).toEqual(['passes on one', 'passes on two', 'reads one', 'reads two']);
});

test('what is added while others are called is called in a later turn', async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    atEndOfTurn(() => {
      atEndOfTurn(() => {
        order.push('later');
        resolve();
      });
      queueMicrotask(() => order.push('in between'));
    });
  });
  expect(order).toEqual(['in between', 'later']);
});
