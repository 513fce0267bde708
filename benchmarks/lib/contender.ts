import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pinned, programPath } from './child.ts';
import { type Contender, p50, perSecond, type Sample } from './rounds.ts';
import { settings } from './settings.ts';

/** What a contender is asked to do: this many calls, one after another or this many at once. */
interface Turn {
  readonly calls: number;
  readonly atOnce: number;
}

/** A contender in a process of its own, which waits until it has its turn. */
export interface ContenderProcess {
  /** The calls in turns of some length. */
  contender(turn: Turn): Contender;
  close(): Promise<void>;
}

/** Starts `peers/contender` with one client, on the core of the contenders. */
export async function startContender(name: string, origin: string): Promise<ContenderProcess> {
  const options = [programPath('peers/contender'), name, origin];
  const quick = settings.quick ? ['--quick'] : [];
  const [command, args] = pinned(settings.clientCore, [...options, ...quick]);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The process of ${name} has ended.`);
  });
  const message = async (): Promise<unknown> => {
    const [found] = await Promise.race([once(child, 'message'), ended]);
    return found;
  };
  await message();
  return {
    contender: (turn) => ({
      name,
      async measure() {
        const measured = message();
        child.send(turn);
        return (await measured) as Sample;
      },
    }),
    async close() {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}

/** The other side: does a turn of the work each time it is asked to. */
export function takeTurns(work: () => Promise<unknown>): void {
  process.on('message', async ({ calls, atOnce }: Turn) => {
    const measure = atOnce === 1 ? p50(calls, work) : perSecond(calls, atOnce, work);
    process.send?.(await measure());
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.('ready');
}
