import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorAfter } from '../../packages/sdk/src/call/send/outcome-error.ts';
import { isRetried } from '../../packages/sdk/src/call/send/retry-policy.ts';
import type { AttemptObservation } from '../../packages/sdk/src/outcome/observations.ts';
import { verdict } from '../../packages/sdk/src/outcome/verdict.ts';
import {
  everythingSeen,
  histories,
  type NamedSeen,
  sendings,
} from '../../packages/sdk/test/outcome-cases.ts';
import { root } from '../lib/workspace.ts';
import { type Page, table } from './page.ts';

const path = 'docs/reliability.md';
const markers = ['<!-- outcomes:start -->', '<!-- outcomes:end -->'] as const;

/** Requests that have the same outcomes, in one column of the table. */
export const columns: readonly {
  readonly title: string;
  readonly sendings: readonly string[];
  readonly histories: readonly string[];
}[] = [
  {
    title: 'changes nothing: a read, or leg 1 where a signature is always due',
    sendings: ['read', 'leg 1, signature always due'],
    histories: histories.map(({ name }) => name),
  },
  {
    title: 'keyed write',
    sendings: ['keyed write', 'keyed leg 1, signature may be due'],
    histories: [
      'first attempt',
      'after attempts that never left',
      'after attempts that were refused',
    ],
  },
  {
    title: 'keyed write, after an attempt that may have arrived',
    sendings: ['keyed write', 'keyed leg 1, signature may be due'],
    histories: [
      'after an attempt that was lost',
      'after an attempt that was cut off',
      'after a gateway that gave up',
    ],
  },
  {
    title: 'sent once: an unkeyed write, leg 1 where a signature may be due, leg 2',
    sendings: ['unkeyed write', 'leg 1, signature may be due', 'leg 2', 'keyed leg 2'],
    histories: ['first attempt', 'after attempts that never left'],
  },
];

/**
 * All outcomes of a column for one row: one outcome, unless the requests of the column have different
 * outcomes.
 */
export function cells(column: (typeof columns)[number], seen: AttemptObservation): string[] {
  const found = column.sendings.flatMap((name) =>
    column.histories.map((history) => {
      const sending = sendings.find((one) => one.name === name)?.sending;
      const earlier = histories.find((one) => one.name === history)?.earlier;
      if (sending === undefined || earlier === undefined) throw new Error(`no ${name}, ${history}`);
      const { outcome, mayRepeat } = verdict({ sending }, [...earlier, seen], 0);
      if ('response' in seen && seen.response === 'challenge') return 'a stamp is requested';
      const error = errorAfter(outcome, seen);
      if (error === undefined) return `the result (${outcome})`;
      const next = { applied: 'do not repeat', unknown: 'find out first', 'not-applied': '' };
      const advice = outcome === 'unknown' && mayRepeat ? 'repeat with its key' : next[outcome];
      const again = isRetried(sending, seen) ? 'again, otherwise ' : '';
      return `${again}\`${error}\` (${outcome})${advice === '' ? '' : `, ${advice}`}`;
    }),
  );
  return [...new Set(found)];
}

function peersAtResponse({
  response,
  isTransient,
}: Extract<AttemptObservation, { response: unknown }>): string {
  switch (response) {
    case 'refused':
      return isTransient
        ? 'stripe does not repeat a 429; openai and workos repeat every 429, whatever its code'
        : 'openai and stripe repeat a 409';
    case 'unclear':
      return isTransient
        ? 'openai and workos repeat writes without a key too; at the end all three report a failure'
        : 'all three repeat a 500, openai also writes without a key, workos also PATCH; at the end they report a failure';
    case 'foreign':
      return 'openai and workos follow a redirect, and send the body again on 307; all three return the JSON of a gateway as the resource, openai also a page of HTML, workos null; half a body is a failure for all three';
    case 'differs':
      return 'all three round the integer silently';
    case 'challenge':
      return 'all three return it as the resource';
    case 'value':
      return 'none';
  }
}

/** The observed behaviour of other clients: openai 7.55, stripe 23.1, workos 11.0. */
function peers({ name, seen }: NamedSeen): string {
  const isCutOff = name.startsWith('status line');
  if ('response' in seen) return peersAtResponse(seen);
  if (seen.why === 'deadline')
    return 'openai, stripe and workos have no deadline over all attempts';
  if (seen.why === 'aborted') return 'stripe and workos do not accept a signal';
  if (seen.kind === 'unsent') {
    return 'none reports that nothing was sent: the error is the same as for a lost request';
  }
  if (seen.why === 'unusable') return 'all three return text with replaced characters';
  if (isCutOff) {
    return seen.why === 'timeout'
      ? 'openai repeats it, also a write without a key; stripe and workos report a failure'
      : 'all three report a failure, openai and workos with a bare `TypeError`';
  }
  const unkeyed =
    'openai repeats writes of every method without a key, workos PATCH; at the end all three report a failure';
  if (seen.why === 'timeout') return unkeyed;
  return `${unkeyed}; stripe repeats a reset once even where retries are off`;
}

function outcomesTable(): string {
  const head = ['What was seen', ...columns.map(({ title }) => title), 'What peers do otherwise'];
  const rows = everythingSeen.map((named) => [
    named.name,
    ...columns.map((column) => cells(column, named.seen).join(' or ')),
    peers(named),
  ]);
  return table(head, rows);
}

/** `docs/reliability.md` with the table of outcomes as the code decides them. */
export function outcomesPage(): Page {
  const text = readFileSync(join(root, path), 'utf8');
  const [before, rest] = text.split(markers[0]);
  const after = rest?.split(markers[1])[1];
  if (before === undefined || after === undefined) throw new Error(`${path} has no ${markers[0]}`);
  return { path, text: `${before}${markers[0]}\n${outcomesTable()}\n${markers[1]}${after}` };
}
