import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runtimeName } from '../runtime.ts';

const index = new URL('../index.ts', import.meta.url).href;

test.each([
  ['delete Promise.withResolvers', `Node ${manifest.engines.node.slice(2)} or later`],
  ['delete Promise.withResolvers', `this is ${runtimeName()}.`],
  ['globalThis.window = globalThis.document = {}', '@jest-environment node'],
  ['globalThis.window = globalThis.document = {}; delete process.release', 'payments-wallet'],
])('a client that is created after `%s` says %s', (before, said) => {
  const create = `import('${index}').then((sdk) => sdk.createPaymentsClient())`;
  const program = `${before}; await ${create}.catch((e) => console.log(e.message, e.action))`;
  const args = ['--conditions=source', '--no-warnings', '--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain(said);
});
