import { visibleText } from '@org/payments-contract/internal';
import type { ItemStatus, RunProgress } from '@org/payments-sdk/run';
import { html as escapeHtml } from '../../../../approval/page/html.ts';
import { hashOf, liveScript, lostNote } from '../../../../approval/page/page-assets.ts';
import { amountDigits } from '../file/amounts.ts';
import { style } from './page-assets.ts';
import { accepted, finishedOf, number, timeWords } from './progress-lines.ts';

/** A name from the file, with what is not seen drawn. */
const named = (text: string) => escapeHtml(visibleText(text));

/** What the page may do: run its own script, and ask its own address. */
export const contentPolicy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(liveScript)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const kinds = ['paid', 'refused', 'unknown', 'not-sent'] as const;
const columns = [...kinds, 'open'] as const;
const words: Readonly<Record<ItemStatus | 'open', string>> = {
  ...{ paid: 'Paid', refused: 'Refused', unknown: 'Unknown', 'not-sent': 'Not sent', open: 'Open' },
};

const clock = (iso: string) => `<time datetime="${iso}">${iso.slice(11, 19)} UTC</time>`;

/** What happens now, as HTML, and its colour. */
function stateOf(progress: RunProgress, total: number) {
  const { counts, open, underWay, rate, waitsUntil } = progress;
  const finished = finishedOf(progress);
  const isDone = open === 0 && finished >= total;
  if (rate.pausedUntil !== undefined && !isDone) {
    return ['wait', `Waiting until ${clock(rate.pausedUntil)}: the service limits the rate`];
  }
  if (!isDone && underWay > 0) return ['live', 'Paying'];
  if (!isDone && progress.items === 0) return ['live', 'Beginning'];
  // The figures do not say whether a process is there that tries again later.
  if (!isDone && waitsUntil !== undefined) {
    return ['wait', `It asks again at ${clock(waitsUntil)}, if a process is at it`];
  }
  if (!isDone) return ['wait', 'No row is under way: repeat the command if it has ended'];
  if (counts.unknown + counts['not-sent'] > 0) {
    return ['wait', 'Ended: repeat the command for the rows that are unknown or not sent'];
  }
  const { waits } = accepted(progress);
  if (waits > 0) return ['wait', `Ended: ${number(waits)} not paid before the customer authorizes`];
  const isClean = counts.paid === finished;
  return isClean ? ['good', 'Finished: all are paid'] : ['bad', 'Finished: some were refused'];
}

/** The parts of the bar, as an image: scripts and styles of the page are fixed, so that it has no style attributes. */
function bar({ counts }: RunProgress, total: number): string {
  let x = 0;
  const parts = kinds.map((kind) => {
    // Of many rows a few are seen too.
    const width = Math.max(counts[kind] === 0 ? 0 : 6, (1000 * counts[kind]) / Math.max(1, total));
    const part = `<rect class="${kind}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="12"/>`;
    x += width;
    return part;
  });
  const text = kinds.map((kind) => `${counts[kind]} ${words[kind].toLowerCase()}`).join(', ');
  return `<svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="Of ${total}: ${text}">${parts.join('')}</svg>`;
}

function tile(label: string, value: string, note = '', kind = ''): string {
  return `<div class="tile ${kind}"><dt>${label}</dt><dd>${value}${note === '' ? '' : `<small>${note}</small>`}</dd></div>`;
}

function tiles(progress: RunProgress, total: number): string {
  const { counts, rate, leftMs, underWay } = progress;
  const finished = finishedOf(progress);
  const { paid, waits, waitText } = accepted(progress);
  const share = total === 0 ? 0 : Math.floor((100 * paid) / total);
  const waiting = waits === 0 ? '' : `; ${number(waits)} to authorize: ${escapeHtml(waitText)}`;
  const isOver = finished >= total;
  const notes = [
    ...(underWay > 0 ? [`${number(underWay)} under way`] : []),
    ...(counts['not-sent'] > 0 ? [`${number(counts['not-sent'])} not sent`] : []),
  ].join(', ');
  return `<dl class="tiles">${[
    tile('Paid', number(paid), `${share}% of ${number(total)}${waiting}`, 'paid'),
    tile('Refused', number(counts.refused), '', counts.refused > 0 ? 'refused' : ''),
    tile('Unknown', number(counts.unknown), '', counts.unknown > 0 ? 'unknown' : ''),
    tile('Open', number(Math.max(0, total - finished)), notes),
    tile(
      'Rows a second',
      isOver ? '–' : rate.finished.toFixed(1),
      rate.limit === undefined ? '' : `limit ${rate.limit.toFixed(1)}`,
    ),
    tile('Time left', !leftMs || isOver ? '–' : timeWords(leftMs)),
  ].join('')}</dl>`;
}

function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  const head = heads.map((one) => `<th scope="col">${one}</th>`).join('');
  const body = rows.map(
    (row) =>
      `<tr>${row.map((cell, at) => `<td data-label="${heads[at]}">${cell}</td>`).join('')}</tr>`,
  );
  const content =
    rows.length === 0
      ? `<p class="none">${none}</p>`
      : `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  return `<section><h2>${title}</h2>${content}</section>`;
}

function amountsTable(progress: RunProgress): string {
  const amounts = { ...progress.amounts, paid: accepted(progress).paidAmounts };
  const currencies = [
    ...new Set(columns.flatMap((one) => amounts[one].map(({ currency }) => currency))),
  ].sort();
  const used = columns.filter((one) => one === 'paid' || one === 'open' || amounts[one].length > 0);
  const rows = currencies.map((currency) => [
    `<b>${escapeHtml(currency)}</b>`,
    ...used.map((one) => {
      const found = amounts[one].find((amount) => amount.currency === currency);
      if (found === undefined) return '<span class="none">–</span>';
      return `${escapeHtml(amountDigits(found.amount, currency))}<small>${number(found.items)} ${found.items === 1 ? 'row' : 'rows'}</small>`;
    }),
  ]);
  return table(
    'Amounts',
    ['Currency', ...used.map((one) => words[one])],
    rows,
    'Nothing has been read yet.',
  );
}

function openTable({ oldest, at }: RunProgress): string {
  const rows = oldest.map(({ id, since, isUnderWay }) => [
    `<code>${named(id)}</code>`,
    `${clock(since)}<small>for ${timeWords(Date.parse(at) - Date.parse(since))}</small>`,
    isUnderWay ? 'paying' : 'waits',
  ]);
  return table(
    'Begun and open, the oldest first',
    ['Row', 'Since', 'State'],
    rows,
    'Nothing is open that was begun.',
  );
}

/** The figures, which the page replaces by later ones. */
export function figures(progress: RunProgress, total: number): string {
  const [kind = '', text = ''] = stateOf(progress, total);
  const refused = progress.refusals.map(({ code, items }) => [
    `<code>${escapeHtml(code).replaceAll('_', '_<wbr>')}</code>`,
    number(items),
  ]);
  const refusals = table('Refused', ['Code', 'Rows'], refused, 'Nothing was refused.');
  const started = progress.startedAt === undefined ? '' : `Started ${clock(progress.startedAt)} · `;
  return `<header><h1>${named(progress.run)}</h1><p class="state ${kind}" role="status">${text}</p>
<p class="times">${started}read ${clock(progress.at)}</p></header>
${bar(progress, total)}${tiles(progress, total)}
<div class="tables">${amountsTable(progress)}${refusals}${openTable(progress)}</div>`;
}

export function runPage(progress: RunProgress, total: number): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${named(progress.run)} · payments run</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style>${lostNote('The command does not respond any more. These are the last figures that it gave.')}<main>${figures(progress, total)}</main><script>${liveScript}</script></html>`;
}
