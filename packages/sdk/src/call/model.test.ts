import { expect, test } from 'vitest';
import { explore } from '../../test/explore.ts';
import { testEveryInterleaving } from '../../test/interleavings.ts';
import { kinds, type ModelKind } from '../../test/model.ts';
import type { Transport } from '../transport/transport.ts';

testEveryInterleaving('unkeyed write');
testEveryInterleaving('write that may need a signature');

test('the model detects a client that repeats a lost request', async () => {
  const careless = (transport: Transport): Transport => {
    return (request) => transport(request).catch(() => transport(request));
  };
  const write = kinds.find(({ name }) => name === 'unkeyed write') as ModelKind;
  const { problems } = await explore(write, false, careless);
  expect(problems.some((problem) => problem.includes('applied 2 times'))).toBe(true);
}, 300_000);

test('the model detects a transport that wrongly reports that nothing left', async () => {
  const lying = (transport: Transport): Transport =>
    Object.assign(
      (request: Parameters<Transport>[0]) => transport({ ...request, onSent: undefined }),
      {
        reportsSent: true as const,
      },
    );
  const write = kinds.find(({ name }) => name === 'unkeyed write') as ModelKind;
  const { problems } = await explore(write, true, lying);
  expect(problems.some((problem) => problem.includes('applied 2 times'))).toBe(true);
}, 300_000);
