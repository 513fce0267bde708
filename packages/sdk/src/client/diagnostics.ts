import type { ClientEvent, Observer } from './events.ts';

/** The channel of `node:diagnostics_channel` on which every event of every client is published. */
export const DIAGNOSTICS_CHANNEL = '@org/payments-sdk';

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

let channel: Channel | null | undefined;

/** The channel where the runtime has one; found without a static import, which others could not load. */
function findChannel(): Channel | null {
  const module = globalThis.process?.getBuiltinModule?.('node:diagnostics_channel');
  return module?.channel(DIAGNOSTICS_CHANNEL) ?? null;
}

/** Publishes events where somebody has subscribed. */
export const diagnosticsObserver: Observer = (event: ClientEvent) => {
  if (channel === undefined) channel = findChannel();
  if (channel?.hasSubscribers) channel.publish(event);
};
