import type { Agent, InputOf, Quote } from '@org/payments-contract';
import {
  type CallOf,
  type Operations,
  type Result,
  type RowOf,
  withFieldChecks,
} from '../../engine/behaviour.ts';
import { invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { agentActions, heldActions, holdAction, recordAction } from '../agents/actions.ts';
import { callerOf, holderOf, payQuote, requireOwn } from '../agents/agents.ts';
import { accountsAmong, partyIds, paymentOfQuote } from '../agents/payment.ts';
import {
  needsApproval,
  requireActive,
  requireAllowedAccounts,
  requirePolicy,
} from '../agents/policy.ts';
import { externalAccounts } from '../external-accounts/external-accounts.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { quoteFieldChecks } from '../quotes/field-checks.ts';

type CreateInput = InputOf<RowOf<'agent.quotes.create'>>;
type QuoteCall = CallOf<'agent.quotes.get'> | CallOf<'agent.quotes.execute'>;
type AnyCall = QuoteCall | CallOf<'agent.quotes.create'>;

function accountIdsOf(parties: Pick<CreateInput, 'source' | 'destination'>) {
  return accountsAmong(partyIds(parties));
}

/** Returns a quote that the agent created; any other is 404 (rule 107). */
function requireOwnQuote(call: QuoteCall, agent: Agent): Quote {
  return call.world.ports.quoteDesk.require(call, call.input.quoteId, agent.id);
}

/**
 * Checks that the agent may execute a quote now (rules 77 and 95).
 *
 * @throws Refusal 409 for a quote that is executed, expired or already waiting, 403 by the policy
 */
function requireExecutable({ world }: AnyCall, agent: Agent, quote: Quote): void {
  const isExpired = world.clock.now() >= Date.parse(quote.expiresAt);
  if (quote.status !== 'PENDING' || isExpired) {
    throw refuse('CONFLICT', `The quote is ${isExpired ? 'expired' : quote.status}`);
  }
  if (heldActions(world, agent.id).some((held) => held.quote?.id === quote.id)) {
    throw refuse('CONFLICT', 'The quote is already waiting for approval');
  }
  requirePolicy(agent, 'EXECUTE_QUOTES', paymentOfQuote(quote), world);
}

/** Executes a quote, or holds it for approval (rule 77). */
function execute(call: AnyCall, agent: Agent, quote: Quote) {
  requireExecutable(call, agent, quote);
  const type = 'EXECUTE_QUOTE';
  if (needsApproval(call.world, agent, paymentOfQuote(quote)))
    return holdAction(call, agent, { type, quote });
  return recordAction(call, agent, { type, ...payQuote(call, agent, quote.id) });
}

/** Refuses an external account of anyone else on either side, the platform's too. @throws Refusal 404 */
function requireOwnExternal(call: AnyCall, agent: Agent, ids: readonly string[]): void {
  for (const id of ids) requireOwn(agent, externalAccounts.require(call, id), 'ExternalAccount');
}

/** Refuses an embedded wallet, which pays only with a stamp. @throws Refusal 400 */
function requireUnsigned({ world }: AnyCall, [source = '']: readonly string[]): void {
  if (accounts.in(world).get(source)?.type !== 'EMBEDDED_WALLET') return;
  const message = 'is not possible from an embedded wallet; execute the quote with a stamp';
  throw invalidField('immediatelyExecute', message);
}

function createQuote(call: CallOf<'agent.quotes.create'>): Result {
  const { quoteDesk } = call.world.ports;
  const agent = callerOf(call);
  requireActive(agent, 'CREATE_QUOTES');
  const { immediatelyExecute = false, idempotencyKey: _key, ...input } = call.input;
  const { source } = input;
  const { customerId = agent.customerId } = source;
  const other = accountIdsOf(input).internalAccountIds.find(
    (id) => holderOf(call, id) !== agent.customerId,
  );
  if (other !== undefined) throw notFound('InternalAccount', other);
  requireOwnExternal(call, agent, accountIdsOf(input).externalAccountIds);
  if (customerId !== agent.customerId) throw notFound('Customer', customerId);
  requireAllowedAccounts(agent, accountIdsOf(input).internalAccountIds);
  if (immediatelyExecute) {
    requireActive(agent, 'EXECUTE_QUOTES');
    requireUnsigned(call, accountIdsOf(input).internalAccountIds);
  }
  const asked = { ...input, source: { ...source, customerId } };
  const quote = quoteDesk.start(call, asked, (draft) => {
    const payment = paymentOfQuote(draft);
    if (immediatelyExecute) requirePolicy(agent, 'EXECUTE_QUOTES', payment, call.world);
    return immediatelyExecute && !needsApproval(call.world, agent, payment);
  });
  if (!immediatelyExecute) return { body: quote };
  execute(call, agent, quote);
  return { body: quoteDesk.require(call, quote.id, agent.id) };
}

export const agentQuoteOperations = {
  /** Creates a quote for the agent's own customer. One that is executed at once must be within the policy. */
  'agent.quotes.create': withFieldChecks(createQuote, quoteFieldChecks),

  'agent.quotes.get'(call) {
    return { body: requireOwnQuote(call, callerOf(call)) };
  },

  /** Executes a quote within the policy, or holds it for approval (rules 77, 95 and 98). */
  'agent.quotes.execute'(call) {
    const { quoteDesk } = call.world.ports;
    const agent = callerOf(call);
    const quote = requireOwnQuote(call, agent);
    const signature = quoteDesk.signature(call, quote);
    return {
      ...(signature === undefined ? {} : { signature }),
      check: () => requireExecutable(call, agent, quote),
      apply() {
        const current = requireOwnQuote(call, agent);
        return { body: agentActions.view(execute(call, agent, current), call.world) };
      },
    };
  },
} satisfies Operations;
