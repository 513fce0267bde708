import { callOrWarn } from '@org/payments-contract/internal';
import type { ClientEvent, Observer } from './events.ts';

/** The channel of `node:diagnostics_channel` on which every event of every client is published. */
export const DIAGNOSTICS_CHANNEL = '@org/payments-sdk';

interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

let channel: Channel | null | undefined;

/**
 * The channel, if the runtime has one. It is found without a static import, which other runtimes
 * could not load.
 */
function findChannel(): Channel | null {
  const module = globalThis.process?.getBuiltinModule?.('node:diagnostics_channel');
  return module?.channel(DIAGNOSTICS_CHANNEL) ?? null;
}

export function isDiagnosed(): boolean {
  if (channel === undefined) channel = findChannel();
  return channel?.hasSubscribers === true;
}

export function publish(event: ClientEvent, observers: readonly Observer[]): void {
  if (isDiagnosed()) channel?.publish(event);
  for (const observer of observers) callOrWarn('An observer', observer, event);
}
