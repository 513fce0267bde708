import type { ClientContext } from '../call/context.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { ConfigurationError } from '../errors/caller-errors.ts';
import type { PaymentsError } from '../errors/payments-error.ts';
import type { Journal, JournalEntry } from '../outcome/journal.ts';
import { TRIAL, trialEnd } from '../outcome/trial.ts';
import type { CheckTools } from './check-tools.ts';

/** What `check()` found out about one part of the set-up. */
export interface CheckFinding {
  /** What was tried. `journal` includes its file, or its database, table and pool. */
  readonly of: 'service' | 'credentials' | 'clock' | 'journal';
  /** Whether it works. False also for what could not be tried, because another part failed. */
  readonly ok: boolean;
  /** One sentence that says what was found. */
  readonly because: string;
  /** What to do; undefined if it works. */
  readonly action: string | undefined;
  /** The error behind it, if there is one. */
  readonly error: PaymentsError | undefined;
}

type Header = (name: string) => string | null;

/** What a request to the service showed. */
interface Probe {
  /** The header fields of the response; undefined if none arrived. */
  readonly header?: Header | undefined;
  /** The middle of the time that it took, by our clock. */
  readonly at: number;
  readonly error?: PaymentsError | undefined;
}

/** Milliseconds by which our clock may differ from the service's. */
const MAX_SKEW = 60_000;

function works(of: CheckFinding['of'], because: string): CheckFinding {
  return { of, ok: true, because, action: undefined, error: undefined };
}

function fails(
  of: CheckFinding['of'],
  because: string,
  action: string,
  error?: PaymentsError,
): CheckFinding {
  return { of, ok: false, because, action, error };
}

function notTried(of: CheckFinding['of']): CheckFinding {
  return fails(of, 'Not tried: the service did not respond.', 'Mend the service first.');
}

async function probe(
  context: ClientContext,
  { execute, isPaymentsError, probes, uncached }: CheckTools,
): Promise<Probe> {
  const { clock } = context.settings(undefined);
  const operation = context.operation(probes[context.auth]);
  if (operation === undefined) throw new Error(`The contract has no ${probes[context.auth]}.`);
  const sentAt = clock.now();
  const middle = () => (sentAt + clock.now()) / 2;
  try {
    const options = uncached({ validate: 'off' });
    const { response } = await execute(context, operation, undefined, options).withResponse();
    return { header: (name) => response.header(name), at: middle() };
  } catch (thrown) {
    if (!isPaymentsError(thrown)) throw thrown;
    const error = thrown;
    const { headers: fields } = error as Partial<ApiError>;
    return { header: fields && ((name) => fields[name] ?? null), at: middle(), error };
  }
}

const credentialOptions: readonly string[] = [
  ...['tokenId', 'clientSecret', 'credentials', 'accessToken'],
];

function isAboutCredentials(error: PaymentsError): boolean {
  const { option = '' } = error as Partial<ConfigurationError>;
  const { status } = error as { readonly status?: number };
  return (
    error.code === 'CREDENTIALS_FAILED' || status === 401 || credentialOptions.includes(option)
  );
}

function serviceFindings({ error }: Probe, host: string): CheckFinding[] {
  if (error === undefined) {
    return [
      works('service', `${host} responded.`),
      works('credentials', 'The service accepted the credentials.'),
    ];
  }
  const { message, action, code } = error;
  const { status } = error as { readonly status?: number };
  if (isAboutCredentials(error)) {
    const service =
      status === undefined ? notTried('service') : works('service', `${host} responded.`);
    return [service, fails('credentials', message, action, error)];
  }
  if (status === 403) {
    return [
      works('service', `${host} responded.`),
      fails('credentials', `The service refused the read (${code}): ${message}`, action, error),
    ];
  }
  return [fails('service', message, action, error), notTried('credentials')];
}

function clockFinding({ header, at }: Probe, { timeInCache }: CheckTools): CheckFinding {
  if (header === undefined) return notTried('clock');
  const date = Date.parse(header('date') ?? '');
  if (timeInCache(header) > 0) {
    const action = 'Let the proxy or `fetch` in between keep no responses of the service.';
    return fails('clock', 'A cache responded in place of the service.', action);
  }
  if (Number.isNaN(date)) {
    const action =
      'Let the proxy or `fetch` in between pass on `Date`: without it no read shows that a lost change is missing.';
    return fails('clock', 'The response has no `Date`.', action);
  }
  const skew = at - date;
  const seconds = Math.round(Math.abs(skew) / 1_000);
  // A `Date` has whole seconds.
  const differs =
    seconds <= 1
      ? 'The clocks of this machine and of the service agree to a second.'
      : `The clock of this machine is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} the service's.`;
  return Math.abs(skew) > MAX_SKEW
    ? fails(
        'clock',
        differs,
        'Set the clock by NTP: signatures, webhooks and recoveries depend on it.',
      )
    : works('clock', differs);
}

async function writeAndRemove(journal: Journal, scope: string, startedAt: string): Promise<void> {
  const entry: JournalEntry = {
    ...{ id: crypto.randomUUID(), scope, operation: 'request', method: 'GET', template: '/' },
    ...{ startedAt, requestId: TRIAL, idempotencyKey: undefined },
    request: { path: '/', search: '', headers: {}, body: null, isUpload: false },
  };
  await journal.append(entry);
  await journal.update(entry.id, trialEnd, 'first');
  await journal.prune(new Date(1));
}

async function journalFinding(
  context: ClientContext,
  { supplyAccount, ownerOf, limited, isPaymentsError }: CheckTools,
): Promise<CheckFinding> {
  const { journal } = context;
  if (journal === undefined) {
    return works('journal', 'The client has no journal: its changes are not recorded.');
  }
  const { clock, timeout } = context.settings(undefined);
  const limits = { clock, timeout, left: Number.POSITIVE_INFINITY, signal: undefined };
  try {
    await supplyAccount(context, limits);
    const use = async () => {
      const { current } = await journal.scopes(ownerOf(context));
      await writeAndRemove(journal, current, new Date(clock.now()).toISOString());
    };
    await limited(use(), limits);
    return works('journal', 'An entry was written and removed.');
  } catch (thrown) {
    if (isPaymentsError(thrown)) return fails('journal', thrown.message, thrown.action, thrown);
    const because = 'The journal could not be read or written, or not in time.';
    return fails('journal', because, "Check the journal's storage.");
  }
}

function hostOf(context: ClientContext): string {
  try {
    return context.service().host;
  } catch {
    return 'The service';
  }
}

/** Tries the set-up of a client: one read, the service's clock, and an entry in the journal. */
export async function check(
  context: ClientContext,
  tools: CheckTools,
): Promise<readonly CheckFinding[]> {
  const [found, journal] = await Promise.all([
    probe(context, tools),
    journalFinding(context, tools),
  ]);
  return [...serviceFindings(found, hostOf(context)), clockFinding(found, tools), journal];
}
