import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page, pageQuery } from '../../format/page.ts';
import { requestId } from '../../format/request-values.ts';
import { AgentAction } from '../agents/schemas.ts';
import { agentActionStatuses } from '../agents/states.ts';

/**
 * Lists the agent's own actions.
 *
 * @see Public reference, `GET /agents/me/actions`
 */
export const list = operation('GET /agents/me/actions', {
  auth: 'agent',
  query: strictObject({
    /** Only actions in this status. */
    status: z.optional(z.enum(agentActionStatuses)),
    ...pageQuery,
  }),
  responses: { 200: page(AgentAction) },
});

/**
 * Reads one of the agent's own actions.
 *
 * @see Public reference, `GET /agents/me/actions/{actionId}`
 */
export const get = operation('GET /agents/me/actions/{actionId}', {
  auth: 'agent',
  params: strictObject({
    /** The action's id. */
    actionId: requestId('AgentAction'),
  }),
  responses: { 200: AgentAction },
});
