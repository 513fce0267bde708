export type { RemoteClock } from './mock-clock.ts';
export { mockClock } from './mock-clock.ts';
export type { RemoteFixtures, RemoteWorld, RemoteWorldOptions } from './open-world.ts';
export { openWorld } from './open-world.ts';
