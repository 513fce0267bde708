import type { Agent, AgentDeviceCode } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import {
  type Call,
  type CallOf,
  type Operations,
  withFieldChecks,
} from '../../engine/behaviour.ts';
import { invalidField, notFound, refuse } from '../../engine/refusal.ts';
import { isDeletedCustomer, requireCustomer } from '../customers/customers.ts';
import { agents, agentTokens, type DeviceCodeRecord, deviceCodes, freshUsage } from './agents.ts';
import { requireComparable } from './payment.ts';

const CODE_LIFETIME = 15 * 60_000;
const CODE_BYTES = 5;

function codeView({ id, agentId, expiresAt, redeemed }: DeviceCodeRecord): AgentDeviceCode {
  return { code: id, agentId: agentId as Agent['id'], expiresAt: iso(expiresAt), redeemed };
}

/** Ends the codes of an agent that were not redeemed (rule 108). */
function endCodes({ world, write }: Call<unknown>, agentId: string): void {
  const now = world.clock.now();
  for (const code of deviceCodes.in(world).all()) {
    const isOpen = code.agentId === agentId && !code.redeemed && code.expiresAt > now;
    if (isOpen) write.update(deviceCodes, code, { expiresAt: now });
  }
}

/** Issues a code, which is the only one that the agent can redeem. */
function issueCode(call: Call<unknown>, agentId: string): AgentDeviceCode {
  const { world, write } = call;
  endCodes(call, agentId);
  const code = world.random.hex('device-code', CODE_BYTES).toUpperCase();
  const record = write.insert(deviceCodes, {
    id: code.replace(/^(.{5})(.{5})$/, '$1-$2'),
    agentId,
    expiresAt: world.clock.now() + CODE_LIFETIME,
    redeemed: false,
  });
  return codeView(record);
}

function requireWorking(call: Call<unknown>, id: string): Agent {
  const agent = agents.require(call, id);
  if (!isDeletedCustomer(call.world, agent.customerId)) return agent;
  throw notFound('Agent', id);
}

function createAgent(call: CallOf<'agents.create'>) {
  const { world, input } = call;
  const customer = requireCustomer(call, input.customerId);
  requireComparable(input.policy, 'policy.');
  const agent = agents.add(call, {
    name: input.name,
    customerId: customer.id,
    isPaused: false,
    isConnected: false,
    policy: { defaultExecutionMode: 'AUTO', ...input.policy },
    usage: freshUsage(world.clock.now()),
  });
  return { body: { agent, deviceCode: issueCode(call, agent.id) } };
}

export const connectionOperations = {
  /** Creates an agent, not connected yet, and its first device code. */
  'agents.create': withFieldChecks(createAgent, ({ input }) => [
    () => requireComparable(input.policy ?? {}, 'policy.'),
  ]),

  'agents.createDeviceCode'(call) {
    const agent = requireWorking(call, call.input.agentId);
    if (agent.isConnected) throw refuse('CONFLICT', 'The agent is already connected');
    return { body: issueCode(call, agent.id) };
  },

  /** Connects an agent and returns its token, once (rule 76). */
  'agents.redeemDeviceCode'(call) {
    const { world, write, input } = call;
    const code = deviceCodes.in(world).get(input.code);
    if (code === undefined) throw notFound('Device code', 'that device code');
    if (code.redeemed || world.clock.now() >= code.expiresAt) {
      throw invalidField('code', code.redeemed ? 'was redeemed before' : 'has expired');
    }
    const agent = requireWorking(call, code.agentId);
    if (agent.isConnected) {
      throw invalidField('code', 'is of an agent that is already connected');
    }
    write.update(deviceCodes, code, { redeemed: true });
    const connected = agents.change(call, agent, { isConnected: true });
    const accessToken = world.random.hex('access-token', 32);
    write.insert(agentTokens, { id: accessToken, agentId: agent.id });
    const { id: agentId, name: agentName, policy } = connected;
    return { body: { agentId, agentName, accessToken, policy } };
  },

  /** Returns whether a device code has been redeemed (rule 76). */
  'agents.getDeviceCodeStatus'({ world, input }) {
    const code = deviceCodes.in(world).get(input.code);
    if (code === undefined) throw notFound('Device code', 'that device code');
    return { body: { code: code.id, redeemed: code.redeemed } };
  },
} satisfies Operations;
