import { ArgumentError, parseForeignJson } from '@org/payments-contract/internal';
import type { Fault } from '../../faults/fault.ts';
import { createMock, type LoadedFixtures, type Mock } from '../../mock.ts';
import type { MockOptions } from '../../options/settings.ts';
import type { Snapshot } from '../../store/store.ts';
import { MockUsageError } from '../../usage-error.ts';
import type { Arguments } from './arguments.ts';
import { loadState, readJsonFile } from './state-file.ts';

/** Adds a customer with a funded wallet, two cards and an agent, unless the mock already has customers. */
function addDemo(mock: Mock): void {
  if (mock.snapshot().tables.customers.rows.length > 0) return;
  const customer = mock.add.customer({ email: 'ada@example.com' });
  const { account } = mock.add.wallet({ customerId: customer.id, available: 125_000, held: 2_500 });
  mock.add.card({ fundingSources: [account.id] });
  mock.add.card({ fundingSources: [account.id], state: 'FROZEN' });
  mock.add.agent({ customerId: customer.id });
}

/** Returns the state to start from and to return to on a reset: the file's, or the demo's. */
function startOf(
  args: Arguments,
  options: MockOptions,
  loaded: Snapshot | undefined,
): Snapshot | undefined {
  if (!args.demo) return loaded;
  const mock = createMock({ ...options, state: loaded });
  addDemo(mock);
  return mock.snapshot();
}

/** Runs a step with values of the command line, whose refusal becomes an `ArgumentError`. */
function asArgument(flag: string, step: () => unknown): void {
  try {
    step();
  } catch (cause) {
    if (!(cause instanceof MockUsageError) && !(cause instanceof SyntaxError)) throw cause;
    throw new ArgumentError(`${flag}: ${cause.message}`, { cause });
  }
}

async function addFaults(mock: Mock, { faults, replay }: Arguments): Promise<void> {
  for (const text of faults) {
    asArgument('--fault', () => mock.faults.add(parseForeignJson(text) as Fault));
  }
  if (replay === undefined) return;
  const report = await readJsonFile(replay);
  if (report === undefined) throw new ArgumentError(`--replay: the file ${replay} does not exist`);
  asArgument(`--replay ${replay}`, () => mock.replay(report));
}

/** Adds the resources of a file. The library that reads it is loaded only if there is one. */
async function addFixtures(mock: Mock, file: string | undefined): Promise<LoadedFixtures> {
  if (file === undefined) return {};
  const { readFixtures } = await import('../../fixtures/read-fixtures.ts');
  return mock.load(readFixtures(file));
}

export interface MadeMock {
  readonly mock: Mock;
  readonly fixtures: LoadedFixtures;
}

/** Creates the mock that a command line describes. @throws ArgumentError, or FixtureError for its file */
export async function makeMock(args: Arguments): Promise<MadeMock> {
  const { seed, tokenId, clientSecret } = args;
  const options: MockOptions = {
    ...args.choices,
    ...{ strict: args.strict, seed, tokenId, clientSecret },
    dialect: args.dialect as MockOptions['dialect'],
    now: args.now ?? Date.now,
  };
  const loaded = args.state === undefined ? undefined : await loadState(args.state);
  const state = startOf(args, options, loaded);
  const mock = createMock({ ...options, state });
  if (state !== undefined && args.now === undefined) mock.clock.set(Date.now());
  const fixtures = await addFixtures(mock, loaded === undefined ? args.fixtures : undefined);
  await addFaults(mock, args);
  return { mock, fixtures };
}
