import type { Order, Outcome, RecoveredOutcome, Report, Result, Task } from './messages.ts';
import type { Setup } from './setups.ts';
import { loadSubject, type Subject } from './subject.ts';

/** A recovery waits for evidence; writes without an outcome by then are listed as unknown. */
const RECOVERY = { deadline: 5_000 } as const;

const textOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** The causes of an error, itself included; an application may wrap the error of the client. */
function* causes(error: unknown): Generator<object> {
  const seen = new Set<unknown>();
  let current = error;
  while (typeof current === 'object' && current !== null && !seen.has(current)) {
    seen.add(current);
    yield current;
    current = (current as Error).cause;
  }
}

/** What an application concludes from an error. */
function outcomeOf(error: unknown): Outcome {
  for (const cause of causes(error)) {
    const { outcome } = cause as { readonly outcome?: Outcome };
    if (outcome !== undefined) return outcome;
  }
  return 'not-applied';
}

async function outcome(call: Promise<unknown> | undefined): Promise<Result> {
  try {
    await call;
    return { kind: 'outcome', outcome: 'applied' };
  } catch (error) {
    return { kind: 'outcome', outcome: outcomeOf(error), error: textOf(error) };
  }
}

async function recover({ client }: Subject): Promise<Result> {
  try {
    const writes: RecoveredOutcome[] = [];
    for (const { operation, outcome } of (await client?.recover?.(RECOVERY)) ?? []) {
      writes.push({ operation, outcome });
    }
    return { kind: 'recovery', writes: client?.recover === undefined ? undefined : writes };
  } catch (error) {
    const { code, option } = error as { readonly code?: unknown; readonly option?: unknown };
    const hasNone = code === 'CONFIGURATION' && option === 'journal';
    return { kind: 'recovery', writes: undefined, ...(hasNone ? {} : { error: textOf(error) }) };
  }
}

async function deliver({ webhooks }: Subject, task: Task & { kind: 'deliver' }): Promise<Result> {
  const { headers, body } = task.delivery;
  const init = { method: 'POST', headers: headers.map(([name, value]) => [name, value]), body };
  const request = new Request('http://localhost/webhooks', init as RequestInit);
  const response = await webhooks?.deliver(request).catch(() => undefined);
  await response?.arrayBuffer();
  return { kind: 'response', status: response?.status ?? 500, handled: await webhooks?.handled() };
}

async function carryOut(subject: Subject, task: Task): Promise<Result> {
  const { client } = subject;
  if (task.kind === 'deliver') return deliver(subject, task);
  if (task.kind === 'recover') return recover(subject);
  if (task.kind === 'pay') return outcome(client?.transfers.createOut(task.input));
  if (task.kind === 'create-customer') {
    return outcome(client?.customers.create({ customerType: 'INDIVIDUAL' }));
  }
  process.exit(0);
}

const send = (report: Report) => void process.send?.(report);

/**
 * Loads a setup, and carries out the tasks that the parent process sends. The process exits
 * when its parent asks it to, or ends.
 */
export async function runProbe(setup: Setup): Promise<never> {
  process.on('disconnect', () => process.exit(1));
  let subject: Subject = { client: undefined, webhooks: undefined };
  let problem: string | undefined;
  try {
    subject = await loadSubject(setup);
  } catch (error) {
    problem = textOf(error);
  }
  const { client, webhooks } = subject;
  if (problem === undefined && client === undefined && webhooks === undefined) {
    problem = 'the module exports neither payments nor webhooks';
  }
  process.on('message', ({ id, task }: Order) => {
    void carryOut(subject, task).then((result) => send({ kind: 'result', id, result }));
  });
  const found = { payments: client, webhooks };
  const exports = (['payments', 'webhooks'] as const).filter((name) => found[name] !== undefined);
  send({ kind: 'loaded', exports, ...(problem === undefined ? {} : { problem }) });
  return new Promise<never>(() => {});
}
