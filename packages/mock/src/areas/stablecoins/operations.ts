import type {
  ExternalAccount,
  InternalAccount,
  Stablecoin,
  StablecoinOperation,
} from '@org/payments-contract';
import { iso } from '../../clock.ts';
import type { Call, CallOf, Operations, Result } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { invalidField, refuse } from '../../engine/refusal.ts';
import { decimalsOf } from '../../ledger/currencies.ts';
import { hold } from '../../ledger/ledger.ts';
import { outcomeOf, type TransferOutcome } from '../../options/outcomes.ts';
import { externalAccounts, identifierOf } from '../external-accounts/external-accounts.ts';
import { requireHeldAccount, statusProblem } from '../internal-accounts/internal-accounts.ts';
import { requireActive, requireKey } from './provider-accounts.ts';
import { addOperation, stablecoinOperations, stablecoins } from './stablecoins.ts';

/** How long money from outside takes to arrive, and how long the service waits for it. */
const ARRIVAL = 30_000;
const WAITING = 24 * 60 * 60_000;

/**
 * Returns a stablecoin that can be minted and burned. @throws Refusal 404, 400 for a linked account
 * that the provider no longer accepts, 409 for one that the service does not handle
 */
function requireEnabled(call: CallOf<'stablecoins.mint'> | CallOf<'stablecoins.burn'>): Stablecoin {
  const stablecoin = stablecoins.require(call, call.input.stablecoinId);
  requireKey(call);
  requireActive(call, stablecoin.stablecoinProviderAccountId);
  const { issuanceStatus, serviceOperationsStatus } = stablecoin;
  if (issuanceStatus === 'PROVISIONED' && serviceOperationsStatus === 'ENABLED') return stablecoin;
  const explanation = `${stablecoin.id} is ${issuanceStatus} and ${serviceOperationsStatus}.`;
  throw refuse('CONFLICT', 'The stablecoin cannot be minted or burned', explanation);
}

/** Reads an amount in the smallest unit. @throws Refusal 400 */
function requireAmount(digits: string): number {
  const amount = Number(digits);
  if (amount > 0 && Number.isSafeInteger(amount)) return amount;
  throw refuse('INVALID_AMOUNT', 'The amount must be above 0', `${digits} is not such an amount.`);
}

/** Converts an amount to the base currency's smallest unit. @throws Refusal 400 for a part of it */
function baseAmount({ baseCurrency, decimals }: Stablecoin, amount: number): number {
  const shift = decimals - decimalsOf(baseCurrency);
  const converted = amount / 10 ** shift;
  if (Number.isSafeInteger(converted)) return converted;
  const explanation = `${amount} is not a whole number of the smallest unit of ${baseCurrency}.`;
  throw refuse(
    'INVALID_AMOUNT',
    `The amount has too many decimals for ${baseCurrency}`,
    explanation,
  );
}

/** Checks that an account is in a currency. @throws Refusal 400 */
function requireCurrency(found: string | undefined, wanted: string | undefined): void {
  if (found === wanted) return;
  throw refuse('INVALID_CURRENCY', `The account is in ${found}, not in ${wanted}`);
}

/** Returns an internal account in a currency. @throws Refusal 404 or 400 */
function requireInternal(
  call: Call<unknown>,
  field: string,
  id: string,
  currency: string | undefined,
): InternalAccount {
  const account = requireHeldAccount(call, id);
  requireCurrency(account.balance.currency.code, currency);
  const message =
    field !== 'destination.accountId' && account.type === 'EMBEDDED_WALLET'
      ? 'is an embedded wallet, which can send only with a session key'
      : statusProblem(account);
  if (message !== undefined) throw invalidField(field, message);
  return account;
}

/** Returns an external account in a currency. @throws Refusal 404 or 400 */
function requireExternal(
  call: Call<unknown>,
  field: string,
  id: string,
  currency: string | undefined,
): ExternalAccount {
  const account = externalAccounts.require(call, id);
  requireCurrency(account.currency, currency);
  if (account.status === 'ACTIVE') return account;
  throw invalidField(field, `is ${account.status}; only an ACTIVE account can be used`);
}

/** Returns what is minted to: an internal account, or a wallet on Spark. @throws Refusal 404 or 400 */
function requireReceiver(call: Call<unknown>, id: string, currency: string | undefined) {
  const field = 'destination.accountId';
  if (!id.startsWith('ExternalAccount:')) return requireInternal(call, field, id, currency);
  const account = requireExternal(call, field, id, currency);
  if (account.accountInfo.accountType === 'SPARK_WALLET') return account;
  throw invalidField(field, 'is not a wallet on Spark');
}

/** Checks that an account has an amount available. @throws Refusal 400 */
function requireAvailable({ id, balance }: InternalAccount, amount: number): void {
  if (balance.amount >= amount) return;
  const explanation = `${amount} would be taken; ${id} has ${balance.amount}.`;
  throw refuse('AMOUNT_OUT_OF_RANGE', `Only ${balance.amount} is available`, explanation);
}

interface Beginning {
  readonly fields: Partial<StablecoinOperation>;
  /** How to pay, if the service waits for it. */
  readonly instructions?: StablecoinOperation['fundingInstructions'];
  /** What is set aside until it ends. */
  readonly held?: { readonly account: InternalAccount; readonly amount: number };
  /** The bank account that decides how it ends. */
  readonly bank?: ExternalAccount | undefined;
}

function begin(call: Call<unknown>, stablecoin: Stablecoin, beginning: Beginning): Result {
  const { world } = call;
  const { fields, instructions, held, bank } = beginning;
  if (held !== undefined) requireAvailable(held.account, held.amount);
  const now = world.clock.now();
  const outcome: TransferOutcome =
    bank === undefined
      ? { status: 'COMPLETED' }
      : outcomeOf(world.settings.outcomes.transfer, identifierOf(bank));
  const { status, failureReason, after = 0 } = outcome;
  const operation = addOperation(call, {
    stablecoinId: stablecoin.id,
    status: instructions === undefined ? 'PROCESSING' : 'PENDING_FUNDING',
    ...fields,
    ...(instructions === undefined
      ? {}
      : { fundingInstructions: instructions, expiresAt: iso(now + WAITING) }),
  });
  if (held !== undefined) {
    hold(call, { accountId: held.account.id, amount: held.amount, purpose: operation.id });
  }
  scheduleMove(call, stablecoinOperations, {
    id: operation.id,
    step: 'end',
    at: now + after + (instructions === undefined ? 0 : ARRIVAL),
    to: status,
    fields: failureReason === undefined ? {} : { failureReason },
  });
  return { body: operation };
}

export const issuanceOperations = {
  /** Mints: the money is set aside or awaited, and the stablecoins arrive when it is there. */
  'stablecoins.mint'(call) {
    const { fundingSource, destination, amount: digits, description } = call.input;
    const stablecoin = requireEnabled(call);
    const { baseCurrency, currency } = stablecoin;
    const amount = requireAmount(digits);
    const cost = baseAmount(stablecoin, amount);
    const to = requireReceiver(call, destination.accountId, currency);
    const fields: Partial<StablecoinOperation> = {
      operationType: 'MINT',
      amount: String(amount),
      source: { ...fundingSource },
      destination: { accountId: to.id },
      ...(description === undefined ? {} : { description }),
    };
    switch (fundingSource.type) {
      case 'WIRE': {
        const address = `wire-${call.world.random.hex('wire', 6)}`;
        const instructions = { rail: 'WIRE', address, valueType: baseCurrency };
        return begin(call, stablecoin, { fields, instructions });
      }
      case 'SERVICE_INTERNAL_ACCOUNT': {
        const field = 'fundingSource.accountId';
        const account = requireInternal(call, field, fundingSource.accountId, baseCurrency);
        return begin(call, stablecoin, { fields, held: { account, amount: cost } });
      }
      case 'PROVIDER_INTERNAL_BALANCE':
        return begin(call, stablecoin, { fields });
      default: {
        const field = 'fundingSource.externalAccountId';
        const { externalAccountId } = fundingSource;
        const bank = requireExternal(call, field, externalAccountId, baseCurrency);
        return begin(call, stablecoin, { fields, bank });
      }
    }
  },

  /** Burns: the stablecoins are set aside or awaited, and their value is paid out outside. */
  'stablecoins.burn'(call) {
    const { source, destination, amount: digits, description } = call.input;
    const stablecoin = requireEnabled(call);
    const { baseCurrency, currency, network } = stablecoin;
    const amount = requireAmount(digits);
    const value = baseAmount(stablecoin, amount);
    const { rail, externalAccountId } = destination;
    const field = 'destination.externalAccountId';
    const bank = requireExternal(call, field, externalAccountId, baseCurrency);
    const fields: Partial<StablecoinOperation> = {
      operationType: 'BURN',
      amount: String(amount),
      source: { ...source },
      destination: { accountId: bank.id, rail },
      estimatedDelivery: { rail, amount: String(value), currency: baseCurrency },
      ...(description === undefined ? {} : { description }),
    };
    switch (source.type) {
      case 'EXTERNAL_ACCOUNT': {
        const address = `spark1${call.world.random.hex('deposit', 12)}`;
        const instructions = { network, address, valueType: stablecoin.symbol };
        return begin(call, stablecoin, { fields, instructions, bank });
      }
      case 'SERVICE_INTERNAL_ACCOUNT': {
        const account = requireInternal(call, 'source.accountId', source.accountId, currency);
        return begin(call, stablecoin, { fields, held: { account, amount }, bank });
      }
      default:
        return begin(call, stablecoin, { fields, bank });
    }
  },
} satisfies Operations;
