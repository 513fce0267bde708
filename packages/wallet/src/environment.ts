import { loadLazy } from './load-lazy.ts';
import type { WalletEnvironment } from './read-environment.ts';

const emptyEnvironment: WalletEnvironment = {
  hasPage: false,
  isSecureContext: false,
  hasWebAuthn: false,
  hasConditionalUi: false,
  hasPlatformAuthenticator: false,
  storage: 'memory',
  isFramed: false,
  isCrossOriginFrame: false,
  missing: [],
  recommendedMethod: 'none',
};

/** Determines the capabilities of this page. Never throws, also on a server. */
export async function getWalletEnvironment(): Promise<WalletEnvironment> {
  if (typeof window === 'undefined' || typeof document === 'undefined') return emptyEnvironment;
  const lazy = await loadLazy().catch(() => undefined);
  return lazy === undefined ? { ...emptyEnvironment, hasPage: true } : lazy.readEnvironment();
}
