import type { PolicyFields } from '../../src/areas/agents/agents.ts';
import type { OpenMock, Reply } from './open-mock.ts';

type Body = Readonly<Record<string, unknown>>;

/** How an agent's scene differs from the usual one. */
export interface AgentSceneOptions {
  /** Merged into a policy that allows everything. */
  readonly policy?: PolicyFields;
  /** What the customer's account holds in USD; 1,000.00 when left out. */
  readonly available?: number;
  /** Of the external account; decides how a payment to it ends. */
  readonly accountNumber?: string;
}

/**
 * Prepares a customer with an account and an external account, an agent that may do everything, and
 * short ways to act as the agent.
 */
export function agentScene(api: OpenMock, options: AgentSceneOptions = {}) {
  const { policy = {}, available = 1_000_00, accountNumber = '000123456' } = options;
  const { id: customerId } = api.mock.add.customer();
  const account = api.mock.add.internalAccount({ customerId, available });
  const external = api.mock.add.externalAccount({ customerId, accountNumber });
  const { agent, accessToken } = api.mock.add.agent({
    customerId,
    policy: {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'MANAGE_EXTERNAL_ACCOUNTS'],
      ...policy,
    },
  });
  const path = `/agents/${agent.id}`;
  const asAgent = (method: string, subPath: string, body?: unknown, headers: object = {}) =>
    api.send(method, `/agents/me${subPath}`, body, {
      authorization: `Bearer ${accessToken}`,
      ...headers,
    });
  const out = (amount: number, from: string = account.id, headers: object = {}) => {
    const ends = { source: { accountId: from }, destination: { accountId: external.id } };
    return asAgent('POST', '/transfer-out', { ...ends, amount }, headers);
  };
  const takeIn = (amount: number) => {
    const ends = { source: { accountId: external.id }, destination: { accountId: account.id } };
    return asAgent('POST', '/transfer-in', { ...ends, amount });
  };
  /** Decides an action as the platform. */
  const decide = (actionId: unknown, verb: 'approve' | 'reject', body?: Body): Promise<Reply> =>
    api.send('POST', `${path}/actions/${actionId}/${verb}`, body);
  const setPaused = (isPaused: boolean) => api.send('PATCH', path, { isPaused });
  const setPolicy = (change: unknown) => api.send('PATCH', `${path}/policy`, change);
  return {
    customerId,
    account,
    external,
    agent,
    accessToken,
    path,
    asAgent,
    out,
    takeIn,
    decide,
    setPaused,
    setPolicy,
  };
}
