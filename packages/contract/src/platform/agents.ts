import * as z from 'zod';
import { operation } from '../operation.ts';
import { requestId, text } from '../primitives.ts';
import { byFields } from '../reconcile.ts';
import { Agent } from '../schemas/agent.ts';

const params = z.strictObject({ agentId: requestId('Agent') });

const exampleAgent: Agent = {
  id: 'Agent:e811',
  name: 'Bookkeeper',
  customerId: 'Customer:91ab',
  isPaused: true,
  isConnected: true,
  policy: { permissions: ['VIEW_TRANSACTIONS'] },
  usage: { dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 0 },
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/**
 * Renames, pauses or resumes an agent. A paused agent starts no action.
 *
 * @see Specification, part 4, `PATCH /agents/{agentId}`
 */
export const update = operation({
  method: 'PATCH',
  path: '/agents/{agentId}',
  auth: 'platform',
  signing: 'never',
  retry: 'never',
  origin: 'specified',
  params,
  body: z
    .strictObject({ name: text.optional(), isPaused: z.boolean().optional() })
    .refine((update) => update.name !== undefined || update.isPaused !== undefined, {
      error: 'give name, isPaused or both',
    }),
  responses: { 200: Agent },
  errors: ['NOT_FOUND'],
  reconcile: byFields('agents.get', 'agentId'),
  example: {
    input: { agentId: 'Agent:e811', isPaused: true },
    result: exampleAgent,
  },
});

/**
 * Reads an agent.
 *
 * @see Public reference, `GET /agents/{agentId}`
 */
export const get = operation({
  method: 'GET',
  path: '/agents/{agentId}',
  auth: 'platform',
  signing: 'never',
  retry: 'safe',
  origin: 'reference',
  params,
  responses: { 200: Agent },
  errors: ['NOT_FOUND'],
  example: { input: { agentId: 'Agent:e811' }, result: exampleAgent },
});
