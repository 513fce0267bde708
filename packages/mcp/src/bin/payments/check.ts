import { resolve } from 'node:path';
import { closestNames, counted } from '@org/payments-contract/internal';
import { usage as serverUsage } from '../mcp/arguments.ts';
import type { Environment } from '../mcp/make-mcp.ts';
import { isDatabase, placeName } from '../postgres.ts';
import { environmentOf, isForAgent, journalFile, makeClient, sealedRecords } from './client.ts';
import { cellText, recordText } from './columns.ts';
import { explain } from './explain.ts';
import { command } from './operations.ts';
import { readOptions } from './options.ts';
import { printRows } from './print.ts';
import { requireRecords, serviceText } from './profile.ts';
import { status } from './status.ts';
import { Interrupted, interruptible, type Terminal } from './terminal.ts';
import { actionInTerminal, inTerminal } from './terminal-words.ts';
import { usage } from './usage.ts';

function unknownVariables(given: Environment): string[] {
  const known: readonly string[] = `${usage()}${serverUsage}`.match(/PAYMENTS_\w+/g) ?? [];
  const own = Object.keys(given).filter((name) => /^PAYMENTS_/.test(name) && !known.includes(name));
  return own.map((name) => {
    const [near] = closestNames(name, known, 1 / 6);
    const hint = near === undefined ? 'see payments --help' : `did you mean ${near}?`;
    return `warning: ${name} is not a variable of payments or payments-mcp; ${hint}`;
  });
}

/** `payments check`: what of the set-up works. Sends no change. @returns the exit status */
export async function runCheck(args: readonly string[], given: Environment, terminal: Terminal) {
  const line = readOptions(args, [], undefined, 'check');
  for (const warning of unknownVariables(given)) terminal.error(warning);
  const rows: { of: string; ok: boolean; because: string; action: string; code: string }[] = [];
  const add = (of: string, ok: boolean, because: string, action = '', code = '') =>
    rows.push({ of, ok, because: inTerminal(because), action: actionInTerminal(action), code });
  try {
    const environment = await environmentOf(line, given);
    const path = journalFile(line, environment);
    if (line.journal === undefined) requireRecords(line.profile, 'PAYMENTS_JOURNAL', given);
    const isAgent = isForAgent(line, environment);
    const made = await makeClient(isAgent, line, given);
    const { PAYMENTS_BASE_URL: url = '', PAYMENTS_TOKEN_ID: id } = environment;
    const who = isAgent ? "an agent's access token" : `the API token ${id}`;
    add('settings', true, `${serviceText(line, url, ` with ${who}`)}.`);
    const checking = Promise.all([made.client.check(), sealedRecords(made).catch(() => [])]);
    const signal = terminal.interruption('read');
    const [checks, sealed] = await interruptible(checking, signal).finally(made.close);
    const ofOther = counted(sealed.length, 'open change');
    const more =
      sealed.length === 0
        ? ''
        : ` ${ofOther} sealed with another secret: ${command('journal status')} shows which.`;
    for (const { of, ok, because, action, error } of checks) {
      const where = isDatabase(path) ? placeName(path) : resolve(path);
      const place = `${where}${made.newJournal ? ', which did not exist before' : ''}: `;
      const told = of === 'journal' && path !== '' ? place + because + more : because;
      add(of, ok, told, action, error?.code);
    }
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    const [, [because = '', ...todo]] = explain(error);
    add('settings', false, because, todo.join(' '));
  }
  const texts = rows.map(
    ({ ok, because, action }) =>
      `${ok ? 'ok' : 'FAILS'}: ${because.replace(/\w$/, '$&.')} ${action}`,
  );
  const names = rows.map(({ of }) => of);
  if (line.format === 'table') {
    await terminal.out(recordText(names, texts.map(cellText), terminal.width));
  } else await printRows(terminal, line, ['of', 'ok', 'because', 'action', 'code'], rows);
  return rows.every(({ ok }) => ok) ? status.done : status.failed;
}
