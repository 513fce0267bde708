import { operation } from '../../format/operation.ts';
import { Agent } from '../agents/schemas.ts';

/**
 * Reads the agent itself: its policy, and the amounts it has spent.
 *
 * @see Public reference, `GET /agents/me`
 */
export const get = operation('GET /agents/me', {
  auth: 'agent',
  responses: { 200: Agent },
});
