import { createPaymentsClient, type FetchFunction, type Transport } from '@org/payments-sdk';
import { nodeHttpTransport } from '@org/payments-sdk/node-http';
import { undiciTransport } from '@org/payments-sdk/undici';
import type { Dispatcher } from 'undici';
import { describe, expect, test } from 'vitest';
import { EagerClock } from '../../packages/sdk/test/fake-clock.ts';
import { type Kind, kinds } from '../faults/kinds.ts';
import { Ledger } from '../faults/ledger.ts';
import { type Verdict, verdictOf } from '../faults/report.ts';
import {
  type InterceptedRequest,
  LedgerService,
  type Reply,
  type Treatment,
  treatments,
} from './ledger-service.ts';

/** Nobody listens here: a request that no tool intercepts is refused. */
export const ORIGIN = 'https://127.0.0.1:2';

export type Handle = (request: InterceptedRequest) => Reply;

/** A tool of tests that takes requests in place of the network. */
export interface Tool {
  readonly name: string;
  /** Starts it; every request that it takes is handed to `handle`. Returns what ends it. */
  start(handle: Handle): {
    readonly stop: () => unknown;
    readonly fetch?: FetchFunction;
    readonly dispatcher?: Dispatcher;
  };
  /** The transports whose requests it takes. */
  readonly takes: readonly TransportName[];
  /** Transports whose connections it opens, without taking their requests. */
  readonly connects?: readonly TransportName[];
  /** Transports that do not notice when it breaks a body off; the body then stays open. */
  readonly keepsOpen?: readonly TransportName[];
  /** Transports to which it can only deliver whole responses; in place of a partial one none comes. */
  readonly deliversWhole?: readonly TransportName[];
}

const transportNames = ['node:http', 'fetch', 'undici'] as const;
type TransportName = (typeof transportNames)[number];

const TIMEOUT = 30_000;

type Started = ReturnType<Tool['start']>;

function clientOptions(name: TransportName, { fetch: given, dispatcher }: Started) {
  if (name === 'fetch') return { fetch: given ?? ((request: Request) => fetch(request)) };
  const transport: Transport & { close(): Promise<void> } =
    name === 'node:http'
      ? nodeHttpTransport()
      : undiciTransport(dispatcher === undefined ? {} : { dispatcher });
  return { transport };
}

interface CaseResult {
  readonly verdict: Verdict;
  /** How often the service applied the change. */
  readonly applied: number;
  /** Requests of the treated leg that the tool took. */
  readonly requests: number;
}

async function runCase(
  tool: Tool,
  transport: TransportName,
  kind: Kind,
  treatment: Treatment,
): Promise<CaseResult> {
  const clock = new EagerClock();
  const ledger = new Ledger(clock.now() - Date.now());
  const service = new LedgerService(ledger, treatment, kind.leg);
  const started = tool.start((request) => {
    const reply = service.handle(request);
    const staysOpen =
      reply.kind === 'broken' &&
      (tool.keepsOpen ?? tool.deliversWhole)?.includes(transport) === true;
    if (reply.kind !== 'stalled' && reply.kind !== 'silence' && !staysOpen) return reply;
    setImmediate(() => clock.advance(TIMEOUT));
    return reply.kind === 'silence' || tool.deliversWhole?.includes(transport)
      ? { kind: 'silence' }
      : { ...reply, kind: 'stalled' };
  });
  const options = clientOptions(transport, started);
  const payments = createPaymentsClient({
    baseUrl: `${ORIGIN}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
    clock,
    timeout: TIMEOUT,
    deadline: 36_000_000,
    ...options,
  });
  const marker = 'case';
  const verdict = await kind
    .call(payments, marker, { stamp: async () => 'stamp' })
    .then((): Verdict => 'applied', verdictOf);
  await options.transport?.close();
  await started.stop();
  return { verdict, applied: ledger.applied(marker), requests: service.requests };
}

/** What must be reported. Nothing an interceptor does proves that a request was not sent. */
function expected(
  kind: Kind,
  treatment: Treatment,
  tool: Tool,
  transport: TransportName,
): CaseResult {
  if (!tool.takes.includes(transport)) {
    const isConnected = tool.connects?.includes(transport) === true;
    const isUnknown =
      isConnected && kind.writes && (kind.keyed === true || !kind.repeatable) && kind.leg === 1;
    return { verdict: isUnknown ? 'unknown' : 'failed', applied: 0, requests: 0 };
  }
  if (kind.repeatable) return { verdict: 'applied', applied: kind.writes ? 1 : 0, requests: 2 };
  return { verdict: 'unknown', applied: treatment === 'refusal' ? 0 : 1, requests: 1 };
}

/**
 * Calls every kind of operation over every transport while the tool loses a reply, resets, refuses,
 * does not respond or stalls, and compares what was reported with what the service behind the tool applied.
 */
export function interceptorMatrix(tool: Tool): void {
  describe.each(transportNames)(`${tool.name}, transport over %s`, (transport) => {
    test.each(treatments)('%s', async (treatment) => {
      const results: Record<string, CaseResult> = {};
      const expectedResults: Record<string, CaseResult> = {};
      for (const kind of kinds) {
        results[kind.name] = await runCase(tool, transport, kind, treatment);
        expectedResults[kind.name] = expected(kind, treatment, tool, transport);
      }
      expect(results).toEqual(expectedResults);
    });
  });
}
