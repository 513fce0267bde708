import type { RunAmount, RunProgress } from '../../observe/run-progress.ts';
import type { ItemStatus } from '../item-outcome.ts';
import { RunError } from '../run-error.ts';
import type { Pace, RunIdentity, RunSession, StepRecords } from '../run-state.ts';
import { knownOf, offerOf, readOf, statements } from './statements.ts';

export type Value = string | number | null;
/** A row as a database returns it: large numbers may be texts. */
export type Row = Readonly<Record<string, Value | undefined>>;

/** Runs one statement with named values. `isDurable`: it survives a power loss. */
export type Query = (
  text: string,
  values: Readonly<Record<string, Value>>,
  isDurable?: boolean,
) => Promise<readonly Row[]>;

const iso = (time: Value | undefined): string | undefined =>
  time === null || time === undefined ? undefined : new Date(Number(time)).toISOString();

function amountsOf(groups: readonly Row[], status: ItemStatus | null): RunAmount[] {
  return groups.flatMap(({ status: found, currency, items, amount }) =>
    found === status && currency !== null
      ? [{ items: Number(items), amount: Number(amount), currency: String(currency) }]
      : [],
  );
}

function countOf(groups: readonly Row[], status?: ItemStatus | null): number {
  const counted = groups.filter((group) => status === undefined || group.status === status);
  return counted.reduce((sum, { items }) => sum + Number(items), 0);
}

const statuses = ['paid', 'refused', 'unknown', 'not-sent'] as const;

function byStatus<Figure>(figureOf: (status: ItemStatus) => Figure): Record<ItemStatus, Figure> {
  const figures = statuses.map((status) => [status, figureOf(status)]);
  return Object.fromEntries(figures) as Record<ItemStatus, Figure>;
}

/** The status of what `pay` returned, such as a quote's. */
function statusOf(result: unknown): string | null {
  const { status } = Object(result) as { readonly status?: unknown };
  return typeof status === 'string' ? status : null;
}

const lastStepOf = (steps: StepRecords): string | undefined =>
  Object.entries(steps).findLast(([, { result }]) => result !== undefined)?.[0];

/** The values of rows by name and place: `id0`, `id1`. */
function numberedValues(rows: readonly Readonly<Record<string, Value>>[]): Record<string, Value> {
  const values = rows.flatMap((row, at) =>
    Object.entries(row).map(([name, value]) => [`${name}${at}`, value]),
  );
  return Object.fromEntries(values);
}

/** A session on the two tables of runs, in any database. @throws RunError for another account's run */
export async function sqlSession(query: Query, identity: RunIdentity): Promise<RunSession> {
  const { run, account } = identity;
  const worker = crypto.randomUUID();
  type Values = Parameters<Query>[1];
  const ask = (text: string, values: Values = {}, isDurable?: boolean) =>
    query(text, { run, ...values }, isDurable);
  const one = async (text: string, values?: Values): Promise<Row> => {
    const [row = {}] = await ask(text, values);
    return row;
  };
  const holds = async (text: string, values: Values, isDurable?: boolean) =>
    (await ask(text, values, isDurable)).length > 0;
  const paceOf = ({ per_second: perSecond, age, pause }: Row): Pace => ({
    perSecond: perSecond === null ? undefined : Number(perSecond),
    age: Number(age),
    pause: Math.max(0, Number(pause)),
  });
  await ask(statements.begin, { account }, true);
  if ((await one(statements.run)).account !== account) throw new RunError('RUN_STATE_FOREIGN');
  return {
    async offer(items) {
      if (items.length === 0) return [];
      const rowsOf = items.map(({ amount: sum, ...item }) => {
        const { amount = null, currency = null } = sum ?? {};
        return { ...item, amount, currency };
      });
      await ask(offerOf(items.length), numberedValues(rowsOf));
      const ids = numberedValues(items.map(({ id }) => ({ id })));
      const known = await ask(knownOf(items.length), ids);
      const rows = new Map(known.map((row) => [row.id, row]));
      const read = await ask(readOf(items.length), { worker, ...ids });
      const fresh = new Set(read.map(({ id }) => id));
      return items.map(({ id, digest }) => {
        if (!fresh.delete(id)) return { is: 'duplicate' };
        const { digest: before, outcome, worker: by } = rows.get(id) ?? {};
        if (before !== digest) return { is: 'changed' };
        if (typeof outcome !== 'string') return { is: 'open' };
        return { is: 'done', outcome: JSON.parse(outcome), isOwn: by === worker };
      });
    },
    async reopen(items) {
      await Promise.all(items.map(({ id, content }) => ask(statements.reopen, { id, content })));
    },
    complete: async () => void (await ask(statements.complete)),
    end: async () => void (await ask(statements.end, { worker })),
    async claim(limit, lease) {
      const claim = crypto.randomUUID();
      // A later start judges the age of a key by it.
      const values = { claim, worker, limit, lease: Math.ceil(lease) };
      const [rows, pace] = await Promise.all([
        ask(statements.claim, values, true),
        one(statements.pace),
      ]);
      const waiting = rows.length > 0 ? {} : await one(statements.waiting);
      const { open = rows.length, next_in: next } = waiting;
      return {
        items: rows.map((row) => ({
          id: String(row.id),
          content: String(row.content),
          token: String(row.token),
          steps: JSON.parse(String(row.steps)),
          tries: Number(row.tries),
          mayBeSent: Number(row.doubt) === 1,
          begunAt: Number(row.begun_at),
          age: Number(row.age),
        })),
        open: Number(open),
        nextIn: next === null || next === undefined ? undefined : Math.max(0, Number(next)),
        workers: Number(pace.workers),
        pace: paceOf(pace),
      };
    },
    async renew(tokens, lease) {
      const extend = async (token: string) =>
        (await holds(statements.renew, { token, lease: Math.ceil(lease) })) ? [] : [token];
      return (await Promise.all(tokens.map(extend))).flat();
    },
    // What is said of an item whose end is unknown depends on its last step.
    save: (token, steps) => holds(statements.save, { token, steps: JSON.stringify(steps) }, true),
    async release(token, { steps, dueIn, mayBeSent, isTry }) {
      const flags = { doubt: Number(mayBeSent), tried: Number(isTry) };
      const due = { due_in: Math.ceil(dueIn), steps: JSON.stringify(steps) };
      await ask(statements.release, { token, ...due, ...flags });
    },
    finish(token, outcome, steps) {
      const { status } = outcome;
      const code = outcome.status === 'paid' ? statusOf(outcome.result) : outcome.code;
      const flags = {
        is_final: Number(status === 'paid' || status === 'refused'),
        doubt: Number(status === 'unknown'),
      };
      const texts = { outcome: JSON.stringify(outcome), steps: JSON.stringify(steps) };
      return holds(statements.finish, { token, status, code, ...texts, ...flags });
    },
    async reserve(interval) {
      return Math.max(0, Number((await one(statements.reserve, { interval })).delay));
    },
    async slow(pause, perSecond) {
      await ask(statements.slow, { pause: Math.ceil(pause), per_second: perSecond });
      return paceOf(await one(statements.pace));
    },
    pace: async () => paceOf(await one(statements.pace)),
    async progress(): Promise<Omit<RunProgress, 'run'>> {
      const facts = await one(statements.run);
      const groups = await ask(statements.groups);
      const { items: last, age } = await one(statements.finished);
      const paidAs = await ask(statements.paidAs);
      const refusals = await ask(statements.refusals);
      const oldest = await ask(statements.oldest);
      const { perSecond, pause } = paceOf(await one(statements.pace));
      const open = countOf(groups, null);
      const underWay = Number((await one(statements.held)).items);
      const { next_in: nextIn } = await one(statements.waiting);
      const isWaiting = underWay === 0 && Number(nextIn) > 0;
      const finished = Number(last) / Math.max(1, Number(age ?? 0) / 1000);
      return {
        items: countOf(groups),
        isComplete: Number(facts.is_complete) === 1,
        counts: byStatus((status) => countOf(groups, status)),
        paidAs: paidAs.map(({ code, currency, items, amount }) => ({
          status: String(code),
          items: Number(items),
          amount: amount === null ? undefined : Number(amount),
          currency: currency === null ? undefined : String(currency),
        })),
        open,
        underWay,
        waitsUntil: isWaiting ? iso(Number(facts.time) + Number(nextIn)) : undefined,
        refusals: refusals.map(({ code, items }) => ({ code: String(code), items: Number(items) })),
        amounts: {
          ...byStatus((status) => amountsOf(groups, status)),
          open: amountsOf(groups, null),
        },
        oldest: oldest.map(({ id, begun_at: since, held }) => ({
          id: String(id),
          since: iso(since) ?? '',
          isUnderWay: Number(held) === 1,
        })),
        rate: {
          limit: perSecond,
          pausedUntil: pause > 0 ? iso(Number(facts.time) + pause) : undefined,
          finished,
        },
        leftMs: open === 0 ? 0 : finished > 0 ? Math.round((open / finished) * 1000) : undefined,
        startedAt: iso(facts.started_at),
        at: iso(facts.time) ?? '',
      };
    },
    async results(after = '', limit) {
      const rows = await ask(statements.results, { after, limit });
      return rows.map(({ id, outcome, finished_at: finishedAt, begun, steps }) => ({
        id: String(id),
        outcome: typeof outcome === 'string' ? JSON.parse(outcome) : undefined,
        isBegun: Number(begun) === 1,
        lastStep: lastStepOf(JSON.parse(String(steps))),
        finishedAt: iso(finishedAt),
      }));
    },
  };
}
