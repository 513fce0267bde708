import { afterEach, expect, test, vi } from 'vitest';
import { attack } from './attack.ts';
import { stage } from './stage.ts';

type Contract = typeof import('@org/payments-contract');
type Keys = typeof import('../src/run/digest.ts');
type Waiting = typeof import('../src/approval/waiting-calls.ts');
type Gate = typeof import('../src/approval/approve.ts');

afterEach(() => {
  vi.resetModules();
});

/** A part of the gate, and the mistake that a later change could make in it. */
const mistakes: Readonly<Record<string, () => void>> = {
  'an operation is of a class that nobody approves': () =>
    vi.doMock('@org/payments-contract', async (original) => {
      const contract = await original<Contract>();
      const riskOf: Contract['riskOf'] = (row, input) =>
        'path' in row && row.path === '/transfer-out' ? 'adds' : contract.riskOf(row, input);
      return { ...contract, riskOf };
    }),
  'a digest does not depend on the arguments': () =>
    vi.doMock('../src/run/digest.ts', async (original) => ({
      ...(await original<Keys>()),
      digestOf: (operation: string) => operation,
    })),
  'a confirmation can be used again': () =>
    vi.doMock('../src/approval/waiting-calls.ts', async (original) => {
      const { WaitingCalls, ...rest } = await original<Waiting>();
      class Lasting extends WaitingCalls {
        override useUp(id: unknown, digest: string) {
          const found = this.get(String(id));
          return found?.digest === digest ? found.description : super.useUp(id, digest);
        }
      }
      return { ...rest, WaitingCalls: Lasting };
    }),
  'the model may always confirm on its own': () =>
    vi.doMock('../src/approval/approve.ts', async (original) => {
      const gate = await original<Gate>();
      const approve: Gate['approve'] = (approvals, ...rest) =>
        gate.approve({ ...approvals, secondCall: true }, ...rest);
      return { ...gate, approve };
    }),
  'a refusal does not end a call': () =>
    vi.doMock('../src/approval/approve.ts', async (original) => {
      const gate = await original<Gate>();
      const approve: Gate['approve'] = (...given) => gate.approve(...given).catch(() => undefined);
      return { ...gate, approve };
    }),
};

async function movements(): Promise<number> {
  vi.resetModules();
  const { createPaymentsMcp } = await import('@org/payments-mcp');
  return (await attack(createPaymentsMcp, stage())).movements;
}

test('the attack of the evaluation moves nothing', async () => {
  expect(await movements()).toBe(0);
});

test.each(Object.entries(mistakes))(
  'the attack of the evaluation moves something if %s',
  async (_, make) => {
    make();
    try {
      expect(await movements()).toBeGreaterThan(0);
    } finally {
      vi.doUnmock('@org/payments-contract');
      vi.doUnmock('../src/run/digest.ts');
      vi.doUnmock('../src/approval/waiting-calls.ts');
      vi.doUnmock('../src/approval/approve.ts');
    }
  },
);
