import type { SQLInputValue } from 'node:sqlite';
import type { OpenTables } from '../../tables/sqlite.ts';
import type { SqliteCommits, Survives } from '../../tables/sqlite-commits.ts';
import { progressOf, RATE_WINDOW } from '../figures.ts';
import { RunError } from '../run-error.ts';
import type { Claimed, ClaimedItem, Offer, Pace, RunIdentity, RunSession } from '../run-state.ts';
import * as sql from './schema.ts';

type Values = Record<string, SQLInputValue>;

interface RunRow {
  readonly account: string;
  readonly startedAt: number;
  readonly isComplete: number;
  readonly perSecond: number | null;
  readonly changedAt: number;
  readonly pausedUntil: number;
  readonly nextAt: number;
}

function paceOf({ perSecond, changedAt, pausedUntil }: RunRow, now: number): Pace {
  return {
    perSecond: perSecond ?? undefined,
    age: now - changedAt,
    pause: Math.max(0, pausedUntil - now),
  };
}

/** The statements of one run on open tables. */
class RunTables {
  readonly #run: string;
  readonly #open: OpenTables;

  constructor(run: string, open: OpenTables) {
    this.#run = run;
    this.#open = open;
  }

  get<Row>(text: string, values: Values = {}): Row {
    return this.#open.statement(text).get({ run: this.#run, ...values }) as unknown as Row;
  }

  all<Row>(text: string, values: Values = {}): readonly Row[] {
    return this.#open.statement(text).all({ run: this.#run, ...values }) as unknown as Row[];
  }

  run(text: string, values: Values = {}): number {
    return Number(this.#open.statement(text).run({ run: this.#run, ...values }).changes);
  }

  count(text: string, values?: Values): number {
    const [value] = Object.values(this.get<Record<string, number | null>>(text, values));
    return Number(value);
  }
}

interface ItemRow {
  readonly id: string;
  readonly content: string;
  readonly steps: string;
  readonly tries: number;
  readonly mayBeSent: number;
  readonly begunAt: number;
}

function claimedItem({ steps, mayBeSent, ...row }: ItemRow, token: string): ClaimedItem {
  return { ...row, token, steps: JSON.parse(steps), mayBeSent: mayBeSent === 1 };
}

interface KnownRow {
  readonly digest: string;
  readonly outcome: string | null;
  readonly worker: string | null;
}

interface ResultRow {
  readonly id: string;
  readonly outcome: string | null;
  readonly isBegun: number;
  readonly finishedAt: number | null;
}

/** Opens a run in a file. @throws RunError if it is that of another account */
export async function sqliteSession(
  commits: SqliteCommits,
  { run, account }: RunIdentity,
  now: () => number,
): Promise<RunSession> {
  const worker = crypto.randomUUID();
  const commit = <Value>(
    work: (tables: RunTables) => Value,
    survives: Survives = 'process-end',
  ): Promise<Value> =>
    commits.run(
      ({ database, statement, checkFile }) =>
        work(new RunTables(run, { database, statement, checkFile })),
      survives,
    );
  const held = async (text: string, values: Values): Promise<boolean> =>
    (await commit((tables) => tables.run(text, values))) > 0;
  const found = await commit((tables) => {
    tables.run(sql.INSERT_RUN, { account, now: now() });
    return tables.get<RunRow>(sql.RUN);
  }, 'power-loss');
  if (found.account !== account) throw new RunError('RUN_STATE_FOREIGN');
  return {
    offer: (items) =>
      commit((tables) =>
        items.map(({ id, digest, content, amount }): Offer => {
          const values = { id, digest, content };
          const money = { amount: amount?.amount ?? null, currency: amount?.currency ?? null };
          if (tables.run(sql.OFFER, { ...values, ...money }) > 0) return { is: 'open' };
          const row = tables.get<KnownRow>(sql.KNOWN, { id });
          if (row.digest !== digest) return { is: 'changed' };
          if (row.outcome === null) return { is: 'open' };
          const isOwn = row.worker === worker;
          return { is: 'done', outcome: JSON.parse(row.outcome), isOwn };
        }),
      ),
    reopen: (items) =>
      commit((tables) => {
        for (const { id, content } of items) tables.run(sql.REOPEN, { id, content });
      }),
    complete: () => commit((tables) => void tables.run(sql.COMPLETE)),
    // A claim is what a later start judges the age of a key by.
    claim: (limit, lease) =>
      commit((tables): Claimed => {
        const time = now();
        const due = tables.all<{ place: number }>(sql.DUE, { now: time, limit });
        const items = due.map(({ place }) => {
          const token = crypto.randomUUID();
          const row = tables.get<ItemRow>(sql.CLAIMED, { place, now: time });
          const until = Math.ceil(time + lease);
          tables.run(sql.CLAIM, { place, token, worker, until, now: time });
          return claimedItem(row, token);
        });
        const open = items.length > 0 ? items.length : tables.count(sql.OPEN);
        return {
          items,
          open,
          nextIn: open === 0 ? undefined : Math.max(0, tables.count(sql.NEXT) - time),
          workers: tables.count(sql.WORKERS, { now: time }),
          pace: paceOf(tables.get<RunRow>(sql.RUN), time),
        };
      }, 'power-loss'),
    renew: (tokens, lease) =>
      commit((tables) => {
        const until = Math.ceil(now() + lease);
        return tokens.filter((token) => tables.run(sql.RENEW, { token, until }) === 0);
      }),
    save: (token, steps) => held(sql.SAVE, { token, steps: JSON.stringify(steps) }),
    async release(token, { steps, dueIn, mayBeSent, isTry }) {
      const due = Math.ceil(now() + dueIn);
      const flags = { mayBeSent: Number(mayBeSent), tried: Number(isTry) };
      await held(sql.RELEASE, { token, steps: JSON.stringify(steps), due, ...flags });
    },
    finish(token, outcome, steps) {
      const { status } = outcome;
      const code = outcome.status === 'paid' ? null : outcome.code;
      const texts = { outcome: JSON.stringify(outcome), steps: JSON.stringify(steps) };
      return held(sql.FINISH, { token, status, code, ...texts, now: now() });
    },
    reserve: (interval) =>
      commit((tables) => {
        const time = now();
        tables.run(sql.RESERVE, { now: time, interval });
        return Math.max(0, tables.get<RunRow>(sql.RUN).nextAt - interval - time);
      }),
    slow: (pause, perSecond) =>
      commit((tables) => {
        const time = now();
        tables.run(sql.SLOW, { now: time, until: Math.ceil(time + pause), perSecond });
        return paceOf(tables.get<RunRow>(sql.RUN), time);
      }),
    progress: () =>
      commit((tables) => {
        const time = now();
        const row = tables.get<RunRow>(sql.RUN);
        const since = time - RATE_WINDOW;
        const last = tables.get<{ items: number; first: number | null }>(sql.FINISHED, { since });
        return progressOf({
          groups: tables.all(sql.FIGURES),
          refusals: tables.all(sql.REFUSALS),
          oldest: tables.all(sql.OLDEST, { now: time }),
          underWay: tables.count(sql.UNDER_WAY, { now: time }),
          finished: last.items,
          firstFinished: last.first ?? time,
          pace: paceOf(row, time),
          isComplete: row.isComplete === 1,
          startedAt: row.startedAt,
          now: time,
        });
      }),
    results: (after = '', limit) =>
      commit((tables) => {
        const rows = tables.all<ResultRow>(sql.RESULTS, { after, limit });
        return rows.map(({ id, outcome, isBegun, finishedAt }) => ({
          id,
          outcome: outcome === null ? undefined : JSON.parse(outcome),
          isBegun: isBegun === 1,
          finishedAt: finishedAt === null ? undefined : new Date(finishedAt).toISOString(),
        }));
      }),
  };
}
