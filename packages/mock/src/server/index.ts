export type { ListenOptions, MockServer } from './listen.ts';
export { listen } from './listen.ts';
