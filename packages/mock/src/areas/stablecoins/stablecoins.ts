import {
  Stablecoin,
  StablecoinOperation,
  StablecoinProviderAccount,
  stablecoinOperationMachine,
} from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { decimalsOf } from '../../ledger/currencies.ts';
import { deposit, releaseHold, settleHold } from '../../ledger/ledger.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';
import { accounts, addAccount } from '../internal-accounts/internal-accounts.ts';

/** The platform's accounts at providers of stablecoins. Their credentials are not stored. */
export const providerAccounts = resource({
  name: 'stablecoinProviderAccounts',
  record: recordOf<StablecoinProviderAccount>(),
  id: 'StablecoinProviderAccount',
  notFound: 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
});

export const stablecoins = resource({
  name: 'stablecoins',
  record: recordOf<Stablecoin>(),
  id: 'Stablecoin',
});

/**
 * Moves the money of a mint or burn that has ended: what is held is paid to the provider, which
 * issues and pays out outside the service; after a failure it returns to its account.
 */
function settle(scene: Scene, before: StablecoinOperation, after: StablecoinOperation): void {
  if (before.status === after.status) return;
  const { id: purpose, destination, operationType, status } = after;
  if (status === 'FAILED') releaseHold(scene, purpose);
  if (status !== 'COMPLETED') return;
  settleHold(scene, purpose);
  const { accountId = '' } = destination ?? {};
  if (operationType !== 'MINT' || !accountId.startsWith('InternalAccount:')) return;
  deposit(scene, { accountId, amount: Number(after.amount), purpose });
}

/** Mints and burns. Instructions are shown while one waits for its money. */
export const stablecoinOperations = resource({
  name: 'stablecoinOperations',
  record: recordOf<StablecoinOperation>(),
  id: 'StablecoinOperation',
  indexes: ['stablecoinId'],
  states: { field: 'status', machine: stablecoinOperationMachine },
  changed: settle,
  view({ fundingInstructions, ...operation }): StablecoinOperation {
    const isWaiting = operation.status === 'PENDING_FUNDING' && fundingInstructions !== undefined;
    return isWaiting ? { ...operation, fundingInstructions } : operation;
  },
});

export function addProviderAccount(
  scene: Scene,
  fields: Partial<StablecoinProviderAccount> = {},
): StablecoinProviderAccount {
  return providerAccounts.add(scene, {
    provider: 'example-issuer',
    providerAccountId: `acct-${providerAccounts.in(scene.world).size + 1}`,
    providerEnvironment: 'SANDBOX',
    status: 'ACTIVE',
    lastVerifiedAt: iso(scene.world.clock.now()),
    ...fields,
  });
}

function openPlatformAccount(scene: Scene, currency: string): void {
  const isOpen = accounts
    .in(scene.world)
    .find('customerId', '')
    .some((each) => each.balance.currency.code === currency);
  if (!isOpen) addAccount(scene, { type: 'INTERNAL_CRYPTO', currency });
}

export function addStablecoin(scene: Scene, fields: Partial<Stablecoin> = {}): Stablecoin {
  const symbol = fields.symbol ?? 'ACMEUSD';
  const account = fields.stablecoinProviderAccountId
    ? providerAccounts.require(scene, fields.stablecoinProviderAccountId)
    : addProviderAccount(scene);
  const stablecoin = stablecoins.add(scene, {
    name: symbol,
    symbol,
    baseCurrency: 'USD',
    network: 'SPARK',
    decimals: decimalsOf(symbol),
    issuanceStatus: 'PROVISIONED',
    serviceOperationsStatus: 'ENABLED',
    networkTokenIdentifier: `btkn1${scene.world.random.hex('token', 10)}`,
    provider: account.provider,
    providerEnvironment: account.providerEnvironment,
    stablecoinProviderAccountId: account.id,
    providerTokenIdentifier: `token-${symbol.toLowerCase()}`,
    ...(fields.serviceOperationsStatus === undefined ? { currency: symbol } : {}),
    ...fields,
  });
  if (stablecoin.currency !== undefined) openPlatformAccount(scene, stablecoin.currency);
  return stablecoin;
}

/** Adds a mint or burn to a scene; one that waits for money expires at its time. */
export function addOperation(
  scene: Scene,
  fields: Partial<StablecoinOperation> = {},
): StablecoinOperation {
  const stablecoin = fields.stablecoinId
    ? stablecoins.require(scene, fields.stablecoinId)
    : addStablecoin(scene);
  const operation = stablecoinOperations.add(scene, {
    stablecoinId: stablecoin.id,
    operationType: 'MINT',
    status: 'PENDING_FUNDING',
    amount: '1000',
    provider: stablecoin.provider,
    providerEnvironment: stablecoin.providerEnvironment,
    stablecoinProviderAccountId: stablecoin.stablecoinProviderAccountId,
    ...fields,
  });
  if (operation.status === 'PENDING_FUNDING' && operation.expiresAt !== undefined) {
    scheduleMove(scene, stablecoinOperations, {
      id: operation.id,
      step: 'expire',
      at: Date.parse(operation.expiresAt),
      from: 'PENDING_FUNDING',
      to: 'EXPIRED',
    });
  }
  return stablecoinOperations.view(operation, scene.world);
}

export const providerAccountFixture = fixture({
  schema: StablecoinProviderAccount,
  add: addProviderAccount,
});
export const stablecoinFixture = fixture({ schema: Stablecoin, add: addStablecoin });
export const operationFixture = fixture({ schema: StablecoinOperation, add: addOperation });
