import type { Outcome, WriteName } from './messages.ts';
import type { SeenRequest } from './scene.ts';

const PAGE = 'https://org.github.io/payments-sdk/guides/check-a-test-setup';

/** The fixes, by the heading of the page that explains them. */
const fixes = {
  'requests-that-are-repeated':
    'Let nothing but the client repeat requests: turn the retries of the fetch, interceptor, dispatcher or proxy off, for POST and PATCH at least.',
  'requests-that-do-not-arrive':
    'Let requests to PAYMENTS_BASE_URL pass: no handler or proxy may respond to them (NO_PROXY), and the client must read that variable.',
  'idempotency-keys':
    'Leave the key to the client, or pass one for each payment, the same for each attempt at it; a wrapped fetch sends all headers of the request that it is given.',
  'wrong-reports':
    'Pass on what the client reports: an OutcomeUnknownError is neither a success nor a failure. Call its reconcile(), or repeat with its idempotencyKey.',
  'a-clock-that-is-not-followed':
    'Follow the clock of the mock: const clock = await mockClock(process.env.PAYMENTS_MOCK_URL), from @org/payments-mock/remote, for the client and for createWebhookHandler({ clock }).',
  'webhooks-that-are-refused':
    'Pass PAYMENTS_WEBHOOK_PUBLIC_KEY as publicKeys, and the request to the handler as it arrived.',
  'bodies-that-were-parsed':
    'Pass the handler the raw body, as text or bytes: the signature is over its exact bytes, which JSON.stringify(JSON.parse(body)) does not keep.',
  'events-that-are-handled-twice':
    'Pass a store that outlives the process: createWebhookHandler({ store: sqliteStore(path) }), or redisStore, or postgresStore.',
  'journals-that-forget':
    'Keep the journal in a file or a database that outlives the process: sqliteJournal(path), or postgresJournal(pool).',
  'files-without-a-local-disk': 'Put the file on a local disk, or use Postgres.',
  'logs-with-secrets':
    'Pass the logger as the option logger, whose lines are masked; print no headers of a request.',
  'logs-without-fields':
    'Pass pino or bunyan itself, not a wrapper; the wrapper of another logger passes on both arguments, the message and the fields.',
  'a-setup-that-does-not-start':
    'Export the client as payments, the handler of webhooks as webhooks, or both, from a module that Node loads: one with import and export ends in .mts or .mjs, or its package.json has "type": "module".',
} as const;

/** The kind of a wrong result. */
export type FindingKind = keyof typeof fixes;

/** A wrong result of a setup. */
export interface Finding {
  readonly kind: FindingKind;
  /** What was reported, and what the mock applied. */
  readonly problem: string;
  readonly fix: string;
  /** Address of the page that explains the fix. */
  readonly docs: string;
}

/** The kinds of findings, which are the headings of the page that explains them. */
export const findingKinds = Object.keys(fixes) as readonly FindingKind[];

/** Puts a finding together with its fix. */
export function finding(kind: FindingKind, problem: string): Finding {
  return { kind, problem, fix: fixes[kind], docs: `${PAGE}#${kind}` };
}

/** What happened while calls of one write were made. */
export interface Observation {
  readonly write: WriteName;
  /** What the calls reported; undefined for one that ended without a result. */
  readonly outcomes: readonly (Outcome | undefined)[];
  /** The error of the last call that rejected. */
  readonly error: string | undefined;
  /** How often the mock applied the write. */
  readonly applied: number;
  readonly requests: readonly SeenRequest[];
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

function keyFinding({ write, outcomes, applied, requests }: Observation): Finding | undefined {
  if (write !== 'transfers.createOut') return undefined;
  const keys = new Set(requests.map(({ key }) => key));
  if (keys.has(null)) {
    return finding('idempotency-keys', `${write} was sent without its Idempotency-Key`);
  }
  const calls = outcomes.length;
  if (keys.size < calls && requests.length >= calls) {
    const problem = `${calls} payments were sent with ${keys.size} idempotency key; ${applied} was applied`;
    return finding('idempotency-keys', problem);
  }
  if (keys.size <= calls) return undefined;
  const problem = `${write} was sent with ${keys.size} keys for ${times(calls)}, and applied ${times(applied)}`;
  return finding('idempotency-keys', problem);
}

/** Compares what was reported with what the mock applied; undefined if the reports are true. */
export function judge(seen: Observation): Finding | undefined {
  const { write, outcomes, error, applied, requests } = seen;
  const calls = outcomes.length;
  const reported = outcomes.filter((outcome) => outcome === 'applied').length;
  const because = error === undefined ? '' : ` (${error})`;
  if (requests.length === 0) {
    const claim = reported > 0 ? 'is reported as done' : 'rejects';
    const problem = `${write} ${claim}, and no request reached the mock${because}`;
    return finding('requests-that-do-not-arrive', problem);
  }
  const keys = keyFinding(seen);
  if (keys !== undefined) return keys;
  if (applied > calls || (write === 'customers.create' && requests.length > calls)) {
    const problem = `${write} was called ${times(calls)}, arrived ${times(requests.length)} and was applied ${times(applied)}`;
    return finding('requests-that-are-repeated', problem);
  }
  if (outcomes.includes(undefined)) {
    return finding(
      'wrong-reports',
      `${write} ended the process, and was applied ${times(applied)}`,
    );
  }
  if (reported > applied) {
    const what = applied === 0 ? 'was not applied' : `was applied ${times(applied)}`;
    return finding('wrong-reports', `${write} is reported as done, but ${what}`);
  }
  if (outcomes.every((outcome) => outcome === 'not-applied') && applied > 0) {
    return finding('wrong-reports', `${write} is reported as failed${because}, but was applied`);
  }
  return undefined;
}
