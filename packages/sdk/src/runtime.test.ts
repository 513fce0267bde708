import { describe, expect, test } from 'vitest';
import { isNode } from './runtime.ts';

describe('the runtime', () => {
  const node = {
    release: { name: 'node' },
    versions: { node: '24.0.0' },
    getBuiltinModule: () => undefined,
  };

  test.each([
    ['Node', { process: node, navigator: { userAgent: 'Node.js/24' } }, true],
    ['Node with a page of jsdom', { process: node, navigator: { userAgent: 'jsdom' } }, true],
    ['Bun', { process: node, Bun: {} }, false],
    ['Deno', { process: node, Deno: {} }, false],
    ['a worker', { navigator: { userAgent: 'Cloudflare-Workers' } }, false],
    [
      "a worker with Node's modules",
      { process: node, navigator: { userAgent: 'Cloudflare-Workers' } },
      false,
    ],
    ['a browser', { navigator: { userAgent: 'Mozilla/5.0' } }, false],
    [
      'a Node without getBuiltinModule',
      { process: { ...node, getBuiltinModule: undefined } },
      false,
    ],
  ])('%s', (_name, runtime, expected) => expect(isNode(runtime)).toBe(expected));
});
