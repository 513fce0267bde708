import type { Fault } from '../../faults/fault.ts';
import { createMock, type Mock } from '../../mock.ts';
import type { MockOptions } from '../../settings.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import { MockUsageError } from '../../usage-error.ts';
import { ArgumentError, type Arguments } from './arguments.ts';
import { addDemo } from './demo.ts';
import { loadState, readJsonFile } from './state-file.ts';

/** Returns the state to start from and to return to on a reset: the file's, or the demo's. */
async function startOf(args: Arguments, options: MockOptions): Promise<Snapshot | undefined> {
  const loaded = args.state === undefined ? undefined : await loadState(args.state);
  if (!args.demo) return loaded;
  const mock = createMock({ ...options, ...(loaded === undefined ? {} : { state: loaded }) });
  addDemo(mock);
  return mock.snapshot();
}

/**
 * Runs a step with values of the command line. A value that the mock refuses becomes an
 * `ArgumentError`.
 */
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
    asArgument('--fault', () => mock.faults.add(JSON.parse(text) as Fault));
  }
  if (replay === undefined) return;
  const report = await readJsonFile(replay);
  if (report === undefined) throw new ArgumentError(`--replay: the file ${replay} does not exist`);
  asArgument(`--replay ${replay}`, () => mock.replay(report));
}

/**
 * Creates the mock that a command line describes.
 *
 * @throws ArgumentError
 */
export async function makeMock(args: Arguments): Promise<Mock> {
  const { seed, tokenId, clientSecret } = args;
  const options: MockOptions = {
    ...args.choices,
    strict: args.strict,
    now: args.now ?? Date.now,
    ...(seed === undefined ? {} : { seed }),
    ...(tokenId === undefined ? {} : { tokenId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
  };
  const state = await startOf(args, options);
  const mock = createMock({ ...options, ...(state === undefined ? {} : { state }) });
  if (state !== undefined && args.now === undefined) mock.clock.set(Date.now());
  await addFaults(mock, args);
  return mock;
}
