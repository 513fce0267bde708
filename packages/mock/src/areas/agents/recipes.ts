import type { AgentAction } from '@org/payments-contract';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { customers } from '../customers/customers.ts';
import { externalAccountFixture } from '../external-accounts/fixture.ts';
import { addAccount } from '../internal-accounts/fixture.ts';
import { agentActions } from './actions.ts';
import { agentFixture } from './fixture.ts';

const AMOUNT = 125_00;

const agentAction: Recipe = (scene) => {
  const { agent } = agentFixture.add(scene);
  const { id: source } = addAccount(scene, { customerId: agent.customerId, available: AMOUNT });
  const external = { customerId: agent.customerId };
  const { id: destination } = externalAccountFixture.add(scene, external);
  return agentActions.add(scene, {
    agentId: agent.id,
    customerId: agent.customerId,
    platformCustomerId: customers.require(scene, agent.customerId).platformCustomerId,
    status: 'PENDING_APPROVAL',
    type: 'TRANSFER_OUT',
    transferDetails: {
      amount: AMOUNT,
      currency: 'USD',
      sourceAccountId: source,
      destinationAccountId: destination,
    },
  } as AgentAction);
};

/** How the events of agents' actions are triggered. */
export const agentRecipes: Recipes = { AGENT_ACTION: agentAction };
