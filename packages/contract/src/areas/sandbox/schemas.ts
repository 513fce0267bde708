import * as z from 'zod/mini';
import { integer } from '../../format/request-values.ts';
import { resource } from '../../format/response-values.ts';
import { inUnit } from '../../format/units.ts';

const testWebhookResultShape = resource({
  /** The endpoint that was called. */
  url: z.optional(z.string()),
  /** The status it responded with. */
  response_status: inUnit(integer, 'httpStatus'),
  /** The text it responded with. */
  response_body: z.optional(z.string()),
});

/** The webhook endpoint's response to a `TEST` event. */
export interface TestWebhookResult extends z.output<typeof testWebhookResultShape> {}
export const TestWebhookResult: z.ZodMiniType<TestWebhookResult> = testWebhookResultShape;

const cardSimulationShape = resource({
  /** The issuer's id of the simulated event. */
  issuerTransactionToken: z.string(),
});

/** A simulated card event that the issuer will report. */
export interface CardSimulation extends z.output<typeof cardSimulationShape> {}
export const CardSimulation: z.ZodMiniType<CardSimulation> = cardSimulationShape;
