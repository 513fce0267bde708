import { describe, expect, test } from 'vitest';
import { isNode } from './runtime.ts';

describe('the runtime', () => {
  const names = { release: { name: 'node' }, versions: { node: '24.0.0' } };
  const node = { ...names, getBuiltinModule: () => undefined };
  const worker = { userAgent: 'Cloudflare-Workers' };

  test.each([
    ['Node', { process: node, navigator: { userAgent: 'Node.js/24' } }, true],
    ['Node with a page of jsdom', { process: node, navigator: { userAgent: 'jsdom' } }, true],
    ['Bun', { process: node, Bun: {} }, false],
    ['Deno', { process: node, Deno: {} }, false],
    ['a worker', { navigator: worker }, false],
    ["a worker with Node's modules", { process: node, navigator: worker }, false],
    ['a browser', { navigator: { userAgent: 'Mozilla/5.0' } }, false],
    ['a Node without getBuiltinModule', { process: names }, false],
  ])('%s', (_name, runtime, expected) => expect(isNode(runtime)).toBe(expected));
});
