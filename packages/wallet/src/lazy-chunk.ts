/**
 * The lazy chunk: everything that calls the relay, runs a ceremony or uses a key. A page needs it
 * only when a person signs in or a stored session is restored.
 *
 * @module
 */
export { openCore } from './core.ts';
export { readEnvironment } from './read-environment.ts';
export { createRelayTransport } from './relay/relay-transport.ts';
export { openPopup } from './sign-in/oauth-popup.ts';
