import { describe, expect, test } from 'vitest';
import { explore } from '../../test/explore.ts';
import { events, kinds, type ModelKind } from '../../test/model.ts';
import type { Transport } from '../transport/transport.ts';

/** Takes seconds of computing for each kind; the limit allows for a machine that is busy. */
const LIMIT = { timeout: 600_000 };

describe.each([true, false])('over a transport that reports what was sent: %s', (reportsSent) => {
  test.each(kinds)('every interleaving of up to four attempts: $name', LIMIT, async (kind) => {
    const { runs, problems } = await explore(kind, reportsSent);
    expect(problems).toEqual([]);
    expect(runs).toBeGreaterThanOrEqual(events.length);
  });
});

describe('the model sees', () => {
  const write = kinds.find(({ name }) => name === 'unkeyed write') as ModelKind;

  test('a client that repeats a lost request unasked', LIMIT, async () => {
    const careless = (transport: Transport): Transport => {
      return (request) => transport(request).catch(() => transport(request));
    };
    const { problems } = await explore(write, false, careless);
    expect(problems.some((problem) => problem.includes('applied 2 times'))).toBe(true);
  });

  test('a transport that claims that nothing left', LIMIT, async () => {
    const lying = (transport: Transport): Transport =>
      Object.assign(
        (request: Parameters<Transport>[0]) => transport({ ...request, onSent: undefined }),
        { reportsSent: true as const },
      );
    const { problems } = await explore(write, true, lying);
    expect(problems.some((problem) => problem.includes('applied 2 times'))).toBe(true);
  });

  test('events of one class after which a client behaves differently', LIMIT, async () => {
    const [first, second] = events.filter(({ seenAs }) => seenAs === 'may have left');
    const picky = (transport: Transport): Transport => {
      const send: Transport = (request) =>
        transport({ ...request, onSent: undefined }).catch((error: { code?: string }) => {
          if (error.code !== 'EHOSTUNREACH') request.onSent?.();
          throw error;
        });
      return Object.assign(send, { reportsSent: true as const });
    };
    const { problems } = await explore(write, true, picky);
    expect([first?.name, second?.name]).toEqual(['dropped on the way', 'applied, response lost']);
    expect(problems.some((problem) => problem.includes('another event of the same class'))).toBe(
      true,
    );
  });
});
