export { failOnUnhandled } from './fail-on-unhandled.ts';
export type { HandlerOptions } from './mock-handlers.ts';
export { mockHandlers } from './mock-handlers.ts';
