import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ArgumentError, usage } from '../arguments.ts';
import { type Examination, examine, trialNames } from './examine.ts';
import { installedSetups, proxyVariables, type Setup } from './setups.ts';

/** Seconds for one trial, unless `--limit` sets another time. */
const DEFAULT_LIMIT = 30;
const WIDTH = 80;

const options = {
  help: { type: 'boolean', short: 'h', default: false },
  json: { type: 'boolean', default: false },
  limit: { type: 'string', default: String(DEFAULT_LIMIT) },
  trial: { type: 'string', multiple: true, default: [] as string[] },
} as const;

/** Breaks text into lines that fit a terminal; only a word that is longer than a line does not. */
function wrap(text: string, indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/)) {
    const isFirst = line === indent;
    if (!isFirst && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = indent + word;
    } else {
      line += isFirst ? word : ` ${word}`;
    }
  }
  return [...lines, line].join('\n');
}

const marks = { right: 'ok', wrong: 'WRONG', skipped: '-', unfinished: 'TOO LONG' } as const;
const MARK = 10;
const indent = ' '.repeat(MARK);

/** Trials with the same result: their mark, their names, and what was found. */
function trialsText(
  { state, findings, reason }: Examination,
  examinations: readonly Examination[],
): string {
  const names = examinations.map(({ trial }) => trial).join(', ');
  const problems = reason === undefined ? findings.map(({ problem }) => problem) : [reason];
  const head = marks[state].padEnd(MARK) + wrap(names, indent).trimStart();
  return [head, ...problems.map((problem) => wrap(`${problem}.`, indent))].join('\n');
}

const resultOf = ({ state, findings, reason }: Examination) =>
  JSON.stringify([state, findings, reason]);

/** A setup with its trials, and each fix once. */
function setupText(name: string, examinations: readonly Examination[]): string {
  const findings = examinations.flatMap((examination) => examination.findings);
  const fixes = new Map(findings.map((found) => [found.kind, found]));
  const texts = [...fixes.values()].map(({ fix, docs }) => `${wrap(`Fix: ${fix}`, '')}\n${docs}\n`);
  const trials = [...Map.groupBy(examinations, resultOf).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => trialsText(first, same)),
  );
  return [wrap(name, ''), '', ...trials, '', ...texts].join('\n');
}

function textOf(results: readonly Examination[]): string {
  const bySetup = Map.groupBy(results, ({ setup }) => setup);
  const setups = [...bySetup].map(([name, examinations]) => setupText(name, examinations));
  return [...setups, summary(results)].join('\n');
}

function summary(results: readonly Examination[]): string {
  const count = (state: Examination['state']) =>
    results.filter((result) => result.state === state).length;
  const parts = [`${results.length} trials`, `${count('right')} right`, `${count('wrong')} wrong`];
  if (count('skipped') > 0) parts.push(`${count('skipped')} not applicable`);
  if (count('unfinished') > 0) parts.push(`${count('unfinished')} not finished in time`);
  return `${parts.join(', ')}.`;
}

function parsed(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length <= 1) return { ...values, module: positionals[0] };
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
  throw new ArgumentError('doctor takes one module; see --help');
}

function setupsOf(module: string | undefined, folder: string): readonly Setup[] {
  if (module !== undefined) {
    if (existsSync(resolve(folder, module))) return [{ name: module, module }];
    throw new ArgumentError(`the module ${module} does not exist`);
  }
  const setups = installedSetups(folder);
  if (setups.length > 0) return setups;
  throw new ArgumentError(
    '@org/payments-sdk is not installed in this folder; change to that of your package',
  );
}

function limitOf(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= 3600) return seconds * 1000;
  throw new ArgumentError(`--limit takes seconds from 1 to 3600, not ${text}`);
}

/**
 * Tries a module, or the tools that are installed in the current folder.
 *
 * @returns the exit status: 1 if a trial had a wrong result, or was not finished
 * @throws ArgumentError
 */
export async function doctor(
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { help, json, limit: seconds, module, trial: trials } = parsed(args);
  if (help) {
    print(usage);
    return 0;
  }
  const limit = limitOf(seconds);
  const unknown = trials.find((name) => !trialNames.includes(name));
  if (unknown !== undefined) {
    throw new ArgumentError(`--trial takes ${trialNames.join(', ')}, not ${unknown}`);
  }
  const folder = process.cwd();
  const setups = setupsOf(module, folder);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, onSignal);
  const results = await examine(setups, { folder, trials, limit, signal: stop.signal });
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal);
  print(json ? JSON.stringify({ proxies: proxyVariables(), results }) : textOf(results));
  return results.every(({ state }) => state === 'right' || state === 'skipped') ? 0 : 1;
}
