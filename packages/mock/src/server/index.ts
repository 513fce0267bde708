export type { AllowedOrigins } from './access.ts';
export { CONTROL_PREFIX } from './control/control-api.ts';
export type { CloseOptions, ListenOptions, MockServer } from './listen.ts';
export { listen } from './listen.ts';
export type { World, WorldOptions, Worlds } from './world.ts';
