export { CONTROL_PREFIX } from './control/control-api.ts';
export type { AllowedOrigins } from './cors.ts';
export type { CloseOptions, ListenOptions, MockServer } from './listen.ts';
export { listen } from './listen.ts';
