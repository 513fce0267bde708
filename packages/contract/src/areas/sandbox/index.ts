export type { CardSimulation, TestWebhookResult } from './schemas.ts';
