import type { InternalAccount } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import type { PaymentsClient } from '@org/payments-sdk';
import { amountWords } from '../file/amounts.ts';
import type { Problem } from '../file/payout-rows.ts';

/** The client of a platform. */
export type Platform = PaymentsClient<boolean>;

function problemOf(account: InternalAccount): string | undefined {
  if (account.status !== 'ACTIVE') return `is ${account.status}; only an ACTIVE account can send`;
  if (account.type !== 'EMBEDDED_WALLET') return undefined;
  return "is an embedded wallet, whose payments need the customer's signature";
}

/** Reads the accounts that the money comes from. @throws ArgumentError for one that cannot pay */
export async function sourceAccounts(
  client: Platform,
  ids: readonly string[],
): Promise<readonly InternalAccount[]> {
  const wanted = new Set(ids);
  const found = new Map<string, InternalAccount>();
  const keep = (account: InternalAccount) => {
    if (wanted.has(account.id)) found.set(account.id, account);
    return found.size < wanted.size;
  };
  const own = await client.internalAccounts.listPlatform({});
  own.data.every(keep);
  if (found.size < wanted.size) {
    for await (const account of client.internalAccounts.list({ limit: 100 })) {
      if (!keep(account)) break;
    }
  }
  const accounts = ids.map((id) => {
    const account = found.get(id);
    if (account === undefined) {
      throw new ArgumentError(
        `--from ${id} is not an internal account of this platform; payments internal-accounts list and list-platform print them`,
      );
    }
    const problem = problemOf(account);
    if (problem !== undefined) throw new ArgumentError(`--from ${id} ${problem}`);
    return account;
  });
  const codes = accounts.map(({ balance }) => balance.currency.code);
  if (new Set(codes).size < codes.length) {
    throw new ArgumentError(
      '--from names two accounts of one currency: name one for each currency',
    );
  }
  return accounts;
}

/** What the payments of an account need, and whether it holds as much. */
export interface SourceTotal {
  readonly accountId: string;
  readonly currency: string;
  readonly available: number;
  /** Estimated where the currencies differ. */
  readonly needed: number;
  readonly fees: number;
  readonly payments: number;
}

/** The problem of an account that holds less than its payments need. */
export function shortfall(total: SourceTotal): Problem[] {
  const { accountId, currency, available, needed } = total;
  if (needed <= available) return [];
  const [holds, needs, lacks] = [available, needed, needed - available].map((one) =>
    amountWords(one, currency),
  );
  const message = `${accountId} holds ${holds}, and the file needs ${needs}`;
  const action = `Add ${lacks} to the account, or take rows out of the file.`;
  return [{ line: 0, level: 'error', code: 'BALANCE_TOO_LOW', message, action }];
}
