export type { HandlerOptions } from './mock-handlers.ts';
export { failOnUnhandled, mockHandlers } from './mock-handlers.ts';
