import { describe, expect, test } from 'vitest';
import {
  events,
  kinds,
  type ModelEvent,
  type ModelKind,
  type ModelRun,
  playModel,
} from '../../test/model.ts';
import { ContractError, OutcomeUnknownError } from '../errors/network-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { Transport } from '../transport/transport.ts';

/** What a run breaks of what is promised, in words. */
function broken(kind: ModelKind, { played, effects, keys, error }: ModelRun): string[] {
  const problems: string[] = [];
  if (effects > 1) problems.push(`applied ${effects} times`);
  if (keys.size > 1) problems.push('sent under two keys');
  if (error !== undefined && !isPaymentsError(error)) problems.push(`threw ${String(error)}`);
  const isUnknown = error instanceof OutcomeUnknownError;
  const saysApplied = error instanceof ContractError && error.accepted;
  if (kind.changes && error === undefined && effects !== 1) problems.push('said done, was not');
  if (kind.changes && saysApplied && effects !== 1) problems.push('said accepted, was not');
  if (error !== undefined && !isUnknown && !saysApplied && effects > 0) {
    problems.push('said failed, was applied');
  }
  if (isUnknown && played.every(({ isKnownFailure }) => isKnownFailure === true)) {
    problems.push('said unknown, everything was known');
  }
  return problems;
}

interface Explored {
  readonly runs: number;
  readonly problems: readonly string[];
}

/** Plays every sequence of events that the client asks for: the reachable tree, depth first. */
async function explore(
  kind: ModelKind,
  reportsSent: boolean,
  wrap?: (transport: Transport) => Transport,
): Promise<Explored> {
  const problems: string[] = [];
  let runs = 0;
  const visit = async (script: readonly ModelEvent[]): Promise<void> => {
    const run = await playModel(kind, script, reportsSent, wrap);
    if (run.isOpen) {
      for (const event of events) await visit([...script, event]);
      return;
    }
    runs += 1;
    const names = run.played.map(({ name }) => name).join(' > ');
    const outcome = run.error === undefined ? 'value' : (run.error as Error).name;
    for (const problem of broken(kind, run)) problems.push(`${names}: ${outcome}, ${problem}`);
  };
  await visit([]);
  return { runs, problems };
}

describe.each([true, false])('over a transport that reports what was sent: %s', (reportsSent) => {
  test.each(kinds.map((kind) => [kind.name, kind] as const))(
    'every interleaving of up to four attempts of a %s',
    async (_name, kind) => {
      const { runs, problems } = await explore(kind, reportsSent);
      expect(problems).toEqual([]);
      expect(runs).toBeGreaterThanOrEqual(events.length);
    },
    300_000,
  );
});

test('the model sees a client that sends a lost request again by itself', async () => {
  const careless = (transport: Transport): Transport => {
    return (request) => transport(request).catch(() => transport(request));
  };
  const write = kinds.find(({ name }) => name === 'unkeyed write') as ModelKind;
  const { problems } = await explore(write, false, careless);
  expect(problems.some((problem) => problem.includes('applied 2 times'))).toBe(true);
}, 300_000);

test('the model sees a transport that claims that nothing left', async () => {
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
