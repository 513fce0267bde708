import type { Agent, AgentDeviceCode } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type Call, plain } from '../engine/behaviour.ts';
import { invalidInput, refuse } from '../engine/refusal.ts';
import type { DeviceCodeRecord } from '../store/records.ts';
import { agentView, freshUsage } from './agent-usage.ts';
import { freshId, requireRecord } from './shared.ts';

const MINUTE = 60_000;
const CODE_BYTES = 5;

function codeView({ id, agentId, expiresAt, redeemed }: DeviceCodeRecord): AgentDeviceCode {
  return { code: id, agentId: agentId as Agent['id'], expiresAt: iso(expiresAt), redeemed };
}

function issueCode({ world, write }: Call<unknown>, agentId: string): AgentDeviceCode {
  const code = world.random.hex('device-code', CODE_BYTES).toUpperCase();
  const record = write.insert('deviceCodes', {
    id: code.replace(/^(.{5})(.{5})$/, '$1-$2'),
    agentId,
    expiresAt: world.clock.now() + world.settings.choices.deviceCodeMinutes * MINUTE,
    redeemed: false,
  });
  return codeView(record);
}

/** A new agent, not connected yet, and its first device code. */
export const createAgent = plain<'agents.create'>({
  answer(call) {
    const { world, write, input } = call;
    const customer = requireRecord(call, 'customers', input.customerId);
    const now = world.clock.now();
    const agent = write.insert('agents', {
      id: freshId(world, 'Agent'),
      name: input.name,
      customerId: customer.id,
      isPaused: false,
      isConnected: false,
      policy: input.policy,
      usage: freshUsage(now),
      createdAt: iso(now),
      updatedAt: iso(now),
    });
    return { body: { agent, deviceCode: issueCode(call, agent.id) } };
  },
});

/** Another code for an agent that is not connected. */
export const createDeviceCode = plain<'agents.createDeviceCode'>({
  answer(call) {
    const agent = requireRecord(call, 'agents', call.input.agentId);
    if (agent.isConnected) throw refuse('CONFLICT', 'The agent is connected already');
    return { body: issueCode(call, agent.id) };
  },
});

/** Connects an agent and gives out its token, once (rule 76). */
export const redeemDeviceCode = plain<'agents.redeemDeviceCode'>({
  answer(call) {
    const { world, write, input } = call;
    const code = requireRecord(call, 'deviceCodes', input.code);
    if (code.redeemed || world.clock.now() >= code.expiresAt) {
      const message = code.redeemed ? 'was redeemed before' : 'has expired';
      throw invalidInput([{ field: 'code', message }]);
    }
    const agent = requireRecord(call, 'agents', code.agentId);
    write.update('deviceCodes', code, { redeemed: true });
    const updatedAt = iso(world.clock.now());
    const connected = write.update('agents', agent, { isConnected: true, updatedAt });
    const accessToken = world.random.hex('access-token', 32);
    write.insert('agentTokens', { id: accessToken, agentId: agent.id });
    const { id: agentId, name: agentName, policy } = connected;
    return { body: { agentId, agentName, accessToken, policy } };
  },
});

/** An agent, with what it has used of its limits up to now. */
export const getAgent = plain<'agents.get'>({
  answer: (call) => ({
    body: agentView(requireRecord(call, 'agents', call.input.agentId), call.world.clock.now()),
  }),
});
