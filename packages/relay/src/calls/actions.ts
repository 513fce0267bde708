import type { Begun } from '@org/payments-sdk';
import type { CallBody } from '../checks/bodies.ts';
import { withDeadline } from '../limits/rate-limits.ts';
import type { AnyAction, StandardIssue, StandardSchema } from '../options/actions.ts';
import { requireOwnedInput, requireOwnedStep } from '../ownership/step-ownership.ts';
import { outcomeUnknown } from '../refusals/error-refusals.ts';
import { invalidInput, RelayRefusal } from '../refusals/refusal.ts';
import { completePending, openPending, respondToBegin, respondToChallenge } from './pending.ts';
import type { CallHandler, RelayContext, RelayRequest } from './relay-context.ts';

const MAX_ISSUES = 10;

function line({ message, path = [] }: StandardIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return `${['input', ...keys].join('.')}: ${message}`;
}

/**
 * Validates an action's input with its schema and returns the result.
 *
 * @throws RelayRefusal 400 with the schema's messages
 */
async function validateInput(schema: StandardSchema, input: unknown): Promise<unknown> {
  const result = await schema['~standard'].validate(input);
  if (result.issues === undefined) return result.value;
  throw invalidInput(result.issues.slice(0, MAX_ISSUES).map(line).join('; ') || 'input: not valid');
}

const shown = (result: unknown) => result ?? null;

const NOT_BEGUN =
  'The `run` of an action did not return what `.begin(...)` of an operation resolves with.';

function isBegun(value: unknown): value is Begun<unknown> {
  const { status, toJSON } = Object(value) as Readonly<Record<string, unknown>>;
  return status === 'done' || (status === 'challenge' && typeof toJSON === 'function');
}

/** Checks the input and runs the action, which sends leg 1. Called within the action's deadline. */
async function run(
  { ownership }: RelayContext,
  request: RelayRequest<CallBody<'actionBegin'>>,
  action: AnyAction,
): Promise<{ accountId: string; begun: Begun<unknown> }> {
  const { user, body } = request;
  const input = await validateInput(action.input, body.input);
  const accountId = await ownership.account(request, body.accountId);
  const mayNameOthers = action.allowForeignIds === true;
  if (!mayNameOthers) await requireOwnedInput(ownership, request, action, body.input, input);
  const requireOwned = async (id: string) => {
    const isKnown = await ownership.requireOwned(request, id);
    if (!isKnown) throw new TypeError('requireOwned cannot check ids of this kind.');
  };
  const begun = await action.run({ input, user, accountId, requireOwned });
  // What it sent, if anything, is not known: it is not reported as done.
  if (!isBegun(begun)) throw outcomeUnknown(new TypeError(NOT_BEGUN));
  if (begun.status === 'challenge') {
    await requireOwnedStep(ownership, request, begun.toJSON(), mayNameOthers);
  }
  return { accountId, begun };
}

/** Leg 1 of one of the platform's own actions. */
export const actionBegin: CallHandler<'actionBegin'> = async (relay, request) => {
  const { action: name } = request.body;
  const action = relay.actions.get(name);
  if (action === undefined) {
    throw new RelayRefusal(404, 'UNKNOWN_ACTION', { message: 'The action does not exist.' });
  }
  const { clock, deadlines } = relay.settings;
  // `run` may have sent something: whether it was applied is not known.
  const late = () =>
    outcomeUnknown(new Error(`The action ${name} did not finish within its deadline.`));
  const deadline = { clock, milliseconds: deadlines.action };
  const { accountId, begun } = await withDeadline(
    deadline,
    () => run(relay, request, action),
    late,
  );
  const next = { call: 'actionComplete', accountId, action: name, view: shown } as const;
  return respondToBegin(relay, request, begun, next);
};

/** A later leg of one of the platform's own actions. */
export const actionComplete: CallHandler<'actionComplete'> = async (relay, request) => {
  const pending = await openPending(relay, request, 'actionComplete');
  const { accountId, action } = pending;
  if (action === undefined || !relay.actions.has(action)) {
    throw new RelayRefusal(400, 'TICKET_INVALID', { message: 'The action no longer exists.' });
  }
  const end = await completePending(relay, request, pending);
  if (end.status === 'done') return { result: shown(end.result) };
  return respondToChallenge(relay, request, end, { call: 'actionComplete', accountId, action });
};
