import { createPaymentsClient, type Transport } from '@org/payments-sdk';
import { nodeHttpTransport } from '@org/payments-sdk/node-http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Kind } from '../faults/kinds.ts';
import { type CallReport, tally, tallyTable, type Verdict, verdictOf } from '../faults/report.ts';
import { type KernelFault, kernelFaults } from './kernel-fault-list.ts';
import { Network } from './network.ts';
import {
  type KernelCase,
  type Mode,
  runKernelFault,
  type Stage,
  transports,
} from './run-kernel-fault.ts';
import { NamespaceProcess } from './service-process.ts';

let stage: Stage;
let impostor: NamespaceProcess;
const all: CallReport[] = [];

beforeAll(async () => {
  const [service, other] = await Promise.all([
    NamespaceProcess.start('service.ts'),
    NamespaceProcess.start('impostor.ts'),
  ]);
  impostor = other;
  stage = { service, network: await Network.create(service.pid, other.pid) };
});

afterEach(() => stage.network.heal());

afterAll(async () => {
  await Promise.all([stage.service.stop(), impostor.stop()]);
  console.log(`${tallyTable(all)}\n`);
});

/** Returns what a call must report. */
function expected(fault: KernelFault, { kind, transport }: KernelCase, mode: Mode): Verdict {
  if (fault.effect === 'harmless') return 'applied';
  // A fetch does not report what it sent: nothing proves that a request was not sent.
  const isHidden = fault.effect === 'unsent' && transport === 'fetch';
  const effect = isHidden ? 'lost' : fault.effect;
  const isRepeated = kind.repeatable || effect === 'unsent';
  if (mode === 'once' && isRepeated) return 'applied';
  const isUnsure = effect === 'lost' && (kind.keyed === true || !kind.repeatable);
  return isUnsure ? 'unknown' : 'failed';
}

function expectHonest(reports: readonly CallReport[]): void {
  expect(tally(reports)).toMatchObject({
    appliedTwice: 0,
    doneButNotApplied: 0,
    failedButApplied: 0,
    foreignAnswers: 0,
  });
}

const isUnkeyed = ({ repeatable }: Kind) => !repeatable;

describe.each(['once', 'always'] as const)('every kind over every transport, struck %s', (mode) => {
  // A fault that only delays is applied once, because later attempts cannot differ.
  const struck = kernelFaults.filter(({ effect }) => mode === 'once' || effect !== 'harmless');
  test.each(struck.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
    const cases = await runKernelFault(fault, mode, stage);
    const reports = cases.map(({ report }) => report);
    all.push(...reports);
    expectHonest(reports);
    const wrong = cases.filter((one) => one.report.verdict !== expected(fault, one, mode));
    expect(
      wrong.map(
        ({ report, messages }) =>
          `${report.transport}, ${report.kind}: ${report.verdict}: ${messages}`,
      ),
    ).toEqual([]);
    // The client's error must show the intended fault.
    if (fault.reports !== undefined && mode === 'always') {
      for (const { kind, messages } of cases) {
        if (isUnkeyed(kind)) expect(messages).toMatch(fault.reports);
      }
    }
    expect(cases).toHaveLength(transports.length * 6);
  });
});

test.each(transports)('a name server that cannot be reached: $name', async ({ open }) => {
  const transport = open();
  const payments = createPaymentsClient({
    baseUrl: 'https://payments.service.test/2025-10-13',
    tokenId: 'token',
    clientSecret: 'secret',
    retry: 0,
    ...(transport === undefined ? { fetch: (request) => fetch(request) } : { transport }),
  });
  const error = await payments.transactions.reject({ transactionId: 'Transaction:dns' }).then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  );
  await transport?.close();
  const isProven = transport !== undefined;
  expect(verdictOf(error)).toBe(isProven ? 'failed' : 'unknown');
  expect(error).toMatchObject({ name: isProven ? 'ConnectionError' : 'OutcomeUnknownError' });
});

test('the suite detects a client that repeats a request whose connection failed', async () => {
  const [fault] = kernelFaults.filter(
    ({ name }) => name === 'route unreachable after the request left',
  );
  const careless = (): Transport & { close(): Promise<void> } => {
    const transport = nodeHttpTransport({ connections: 1 });
    const send: Transport = (request) =>
      transport(request).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EHOSTUNREACH') throw error;
        return stage.network.heal().then(() => transport(request));
      });
    return Object.assign(send, { reportsSent: true as const, close: transport.close });
  };
  const cases = await runKernelFault(fault as KernelFault, 'always', stage, [
    { name: 'node:http', open: careless },
  ]);
  expect(tally(cases.map(({ report }) => report)).appliedTwice).toBeGreaterThan(0);
});
