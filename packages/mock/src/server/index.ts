export type { AllowedOrigins } from './allowed-origins.ts';
export { CONTROL_PREFIX } from './control/control-api.ts';
export type { CloseOptions, ListenOptions, MockServer } from './listen.ts';
export { listen } from './listen.ts';
