import { type CallOf, plain } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import { listResult } from '../../engine/resource/list.ts';
import { requireActive } from '../agents/policy.ts';
import { createForCustomer } from '../external-accounts/create.ts';
import {
  type ExternalAccountRecord,
  externalAccounts,
} from '../external-accounts/external-accounts.ts';
import { ownedOperations } from '../external-accounts/owned.ts';
import { callerOf, requireOwn } from './caller.ts';

const { delete: deleteForCustomer } = ownedOperations('customers');

/** Lists the external accounts of the agent's customer (rule 75). */
export const listExternalAccounts = plain<'agent.externalAccounts.list'>({
  run: (call) =>
    listResult(externalAccounts, call, {
      where: { index: 'customerId', value: callerOf(call).customerId },
    }),
});

type OneAccountCall =
  | CallOf<'agent.externalAccounts.get'>
  | CallOf<'agent.externalAccounts.delete'>;

function requireOwnAccount(call: OneAccountCall): ExternalAccountRecord {
  const account = externalAccounts.require(call, call.input.externalAccountId);
  requireOwn(callerOf(call), account, 'ExternalAccount');
  return account;
}

/** Reads an external account of the agent's customer; another customer's is 404 (rule 75). */
export const getExternalAccount = plain<'agent.externalAccounts.get'>({
  run: (call) => ({ body: externalAccounts.view(requireOwnAccount(call), call.world) }),
});

/** Adds an external account of the agent's customer, as the platform could (rule 77). */
export const createExternalAccount = plain<'agent.externalAccounts.create'>({
  run(call) {
    const agent = callerOf(call);
    requireActive(agent, 'MANAGE_EXTERNAL_ACCOUNTS');
    const { customerId = agent.customerId } = call.input;
    if (customerId !== agent.customerId) {
      const explanation = `${agent.id} acts for ${agent.customerId}, not for ${customerId}.`;
      throw refuse('FORBIDDEN', 'The agent acts for a different customer', explanation);
    }
    const input = { ...call.input, customerId };
    return createForCustomer.run({ ...call, input });
  },
});

/** Removes an external account of the agent's customer, as the platform could (rule 77). */
export const deleteExternalAccount = plain<'agent.externalAccounts.delete'>({
  run(call) {
    requireActive(callerOf(call), 'MANAGE_EXTERNAL_ACCOUNTS');
    requireOwnAccount(call);
    return deleteForCustomer.run(call);
  },
});
