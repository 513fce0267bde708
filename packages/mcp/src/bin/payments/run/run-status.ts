import { once } from 'node:events';
import { ArgumentError } from '@org/payments-contract/internal';
import type { CommandClient } from '../client.ts';
import { jsonText } from '../print.ts';
import type { Terminal } from '../terminal.ts';
import type { Platform } from './check/sources.ts';
import type { RunLine } from './options.ts';
import { runOf } from './pay/pay-file.ts';
import { progressLine, statusOf, summaryLines } from './pay/progress-lines.ts';
import { openPlans } from './plan-store.ts';
import { serveRun } from './watch/serve-run.ts';

/** `payments run status`: the figures of a run, also while another process pays. @returns the exit status */
export async function runStatus(
  line: RunLine,
  { client }: CommandClient,
  terminal: Terminal,
): Promise<number> {
  const plans = await openPlans(line.state);
  const isKnown = plans?.approval(line.id) !== undefined;
  const total = plans?.payments(line.id).length ?? 0;
  plans?.close();
  if (!isKnown) throw new ArgumentError(`${line.state} has no run "${line.id}"`);
  const { run, close } = runOf(client as Platform, line, new Map());
  try {
    if (line.isWatched) {
      const page = await serveRun(run, total, line.port);
      terminal.error(`The run is shown at ${page.address}; Ctrl-C ends the page, not the run.`);
      const signal = terminal.interruption();
      if (!signal.aborted) await once(signal, 'abort');
      await page.close();
    }
    const progress = await run.progress();
    if (line.isJson) await terminal.out(jsonText(progress));
    else {
      await terminal.out(`${progressLine(progress, total, false)}\n`);
      for (const text of summaryLines(progress)) await terminal.out(`${text}\n`);
    }
    return statusOf(progress, total);
  } finally {
    await close();
  }
}
