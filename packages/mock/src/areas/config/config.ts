import type { PlatformConfig } from '@org/payments-contract';
import { refuse } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { Random } from '../../random.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { World } from '../../world.ts';

export interface ConfigRecord extends PlatformConfig {
  readonly id: string;
}

const GREATEST_AMOUNT = 1_000_000_000;
const CODE_LENGTH = 6;
const CODE_SECONDS = 300;

/** The platform's configuration: one record, created by the first change. */
export const configs = resource({
  name: 'config',
  record: recordOf<ConfigRecord>(),
  id: 'PlatformConfig',
});

export function setConfig(world: World): ConfigRecord | undefined {
  return configs.in(world).oldest();
}

/** Returns the configuration, with defaults for values that were never set. Writes nothing. */
export function configOf(world: World): ConfigRecord {
  const { choices, seed } = world.settings;
  const set = setConfig(world);
  return {
    id: `PlatformConfig:${new Random(seed).uuid('PlatformConfig')}`,
    umaDomain: 'mock.payments.test',
    supportedCurrencies: choices.supportedCurrencies.map((currencyCode) => ({
      currencyCode,
      minAmount: 1,
      maxAmount: GREATEST_AMOUNT,
      requiredCounterpartyFields: [],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    })),
    ...set,
    embeddedWalletConfig: {
      otpLength: CODE_LENGTH,
      alphanumeric: false,
      expirationSeconds: CODE_SECONDS,
      ...set?.embeddedWalletConfig,
    },
  };
}

export function supportedCurrencies(world: World): readonly string[] {
  const { supportedCurrencies: currencies = [] } = configOf(world);
  return currencies.map(({ currencyCode }) => currencyCode);
}

function configured(world: World, code: string) {
  const currencies = setConfig(world)?.supportedCurrencies ?? [];
  return currencies.find(({ currencyCode }) => currencyCode === code);
}

/** Checks that the platform has not disabled a kind of payment in a currency. @throws Refusal 400 */
export function requireEnabled(world: World, type: 'INCOMING' | 'OUTGOING', code: string): void {
  if (configured(world, code)?.enabledTransactionTypes?.includes(type) !== false) return;
  throw refuse('INVALID_CURRENCY', `${type} payments in ${code} are not enabled`);
}

/** Returns the least and the most that the platform configured for what is sent in a currency. */
export function sendableIn(world: World, code: string) {
  const { minAmount = 0, maxAmount = Number.MAX_SAFE_INTEGER } = configured(world, code) ?? {};
  return { minAmount, maxAmount };
}

/** Checks what is sent against what the platform configured for its currency. @throws Refusal 400 */
export function requireSendable(world: World, amount: number, code: string): void {
  requireEnabled(world, 'OUTGOING', code);
  const { minAmount, maxAmount } = sendableIn(world, code);
  if (amount >= minAmount && amount <= maxAmount) return;
  throw refuse('AMOUNT_OUT_OF_RANGE', `From ${minAmount} to ${maxAmount} ${code} can be sent`);
}

export function webhookEndpoint(world: World): string | undefined {
  return setConfig(world)?.webhookEndpoint;
}
