import {
  type Agent,
  type AgentAction,
  agentActionMachine,
  type Transaction,
} from '@org/payments-contract';
import { scheduleMove } from '../../engine/due-moves.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import { requireCustomer } from '../customers/customers.ts';
import { quotes } from '../quotes/quotes.ts';
import { transactions } from '../transactions/transactions.ts';

export type Asked = Pick<AgentAction, 'type' | 'transferDetails' | 'quote'>;

/** Agents' actions and their outcomes. Quote and payment are shown in their current state. */
export const agentActions = resource({
  name: 'agentActions',
  record: recordOf<AgentAction>(),
  id: 'AgentAction',
  indexes: ['agentId'],
  states: { field: 'status', machine: agentActionMachine, code: 'CONFLICT' },
  emits: {
    created: ({ status }) =>
      status === 'PENDING_APPROVAL' ? 'AGENT_ACTION.PENDING_APPROVAL' : undefined,
  },
  view(action, world): AgentAction {
    const quote = quotes.in(world).get(action.quote?.id ?? '');
    const payment = transactions.in(world).get(action.transaction?.id ?? '');
    return {
      ...action,
      ...(quote && { quote: quotes.view(quote, world) }),
      ...(payment && { transaction: transactions.view(payment, world) }),
    };
  },
});

export function heldActions(world: World, agentId: string): AgentAction[] {
  const all = agentActions.in(world).find('agentId', agentId);
  return all.filter(({ status }) => status === 'PENDING_APPROVAL');
}

function base(scene: Scene, agent: Agent, wanted: Asked) {
  const { id: customerId, platformCustomerId } = requireCustomer(scene, agent.customerId);
  return { agentId: agent.id, customerId, platformCustomerId, ...wanted };
}

/** Records an action that waits for approval; with a quote, at most until the quote expires. */
export function holdAction(scene: Scene, agent: Agent, wanted: Asked): AgentAction {
  const fields = { ...base(scene, agent, wanted), status: 'PENDING_APPROVAL' };
  const action = agentActions.add(scene, fields);
  if (wanted.quote !== undefined) {
    scheduleMove(scene, agentActions, {
      id: action.id,
      step: 'expiry',
      at: Date.parse(wanted.quote.expiresAt),
      from: 'PENDING_APPROVAL',
      to: 'FAILED',
    });
  }
  return action;
}

export function decideAction(
  scene: Scene,
  action: AgentAction,
  { status, ...fields }: Partial<AgentAction> & Pick<AgentAction, 'status'>,
): AgentAction {
  return agentActions.view(agentActions.move(scene, action, status, fields), scene.world);
}

/** Statuses of a payment that ended at once, without having moved money. */
const endsBadly: ReadonlySet<string> = new Set(['FAILED', 'REJECTED']);

export function statusAfter({ status }: Transaction): 'APPROVED' | 'FAILED' {
  return endsBadly.has(status) ? 'FAILED' : 'APPROVED';
}

/** Records an action that was carried out without approval. */
export function recordAction(
  scene: Scene,
  agent: Agent,
  wanted: Asked & { readonly transaction: Transaction },
): AgentAction {
  const status = statusAfter(wanted.transaction);
  return agentActions.add(scene, { ...base(scene, agent, wanted), status });
}

export function endHeldActions(scene: Scene, agentId: string, rejectionReason: string): void {
  for (const action of heldActions(scene.world, agentId)) {
    decideAction(scene, action, { status: 'REJECTED', rejectionReason });
  }
}
