import { createPaymentsClient, type Transport } from '@org/payments-sdk';
import { nodeHttpTransport } from '@org/payments-sdk/node-http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faults } from '../fault-list.ts';
import { differences, lies, modes } from '../report.ts';
import {
  type NamedKernelFault,
  overTransport,
  runKernelFault,
  transports,
} from './run-kernel-fault.ts';
import { Stage } from './stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterEach(() => stage.network.heal());
afterAll(() => stage.close());

const kernelFaults = faults.filter((fault): fault is NamedKernelFault => 'kernel' in fault);

/** The messages of an error and its causes, with system calls. */
function textOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return '';
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [error.message, ...inner.map((each) => textOf(each, depth + 1))].join(' < ');
}

describe.each(modes)('every kind over every transport, struck %s', (mode) => {
  // A fault that only delays is applied once, because later attempts cannot differ.
  const struck = kernelFaults.filter(({ effect }) => mode === 'once' || effect !== 'harmless');
  test.each(struck.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
    const reports = await runKernelFault(fault, mode, stage);
    expect(lies(reports)).toEqual([]);
    expect(differences(fault.effect, reports)).toEqual([]);
    expect(reports).toHaveLength(transports.length * 6);
    // The client's error must show the intended fault.
    const { reports: shown } = fault.kernel;
    if (shown === undefined || mode === 'once') return;
    for (const { kind, error } of reports)
      if (!kind.repeatable) expect(textOf(error)).toMatch(shown);
  });
});

test.each(transports)('a name server that cannot be reached: $name', async ({ open }) => {
  const transport = open();
  const payments = createPaymentsClient({
    baseUrl: 'https://payments.service.test/2025-10-13',
    tokenId: 'token',
    clientSecret: 'secret',
    retry: 0,
    ...overTransport(transport),
  });
  const rejected = payments.transactions.reject({ transactionId: 'Transaction:dns' });
  const name = transport === undefined ? 'OutcomeUnknownError' : 'ConnectionError';
  await expect(rejected).rejects.toMatchObject({ name });
  await transport?.close();
});

test('the suite detects a client that repeats a request whose connection failed', async () => {
  const fault = kernelFaults.find(
    ({ name }) => name === 'route unreachable after the request left',
  );
  const open = () => {
    const transport = nodeHttpTransport({ connections: 1 });
    const send: Transport = (request) =>
      transport(request).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EHOSTUNREACH') throw error;
        return stage.network.heal().then(() => transport(request));
      });
    return Object.assign(send, { reportsSent: true as const, close: transport.close });
  };
  const careless = [{ name: 'careless', open }];
  const found = lies(await runKernelFault(fault as NamedKernelFault, 'always', stage, careless));
  expect(found.join('\n')).toContain('applied twice');
});
