import {
  type ExternalAccount,
  endingOf,
  type Fields,
  type InternalAccount,
  payeeOf,
} from '@org/payments-contract';
import { isPaymentsError, type PaymentsClient } from '@org/payments-sdk';
import { numberKey } from '../../../../number-key.ts';
import { quotedText } from '../../../../quoted-text.ts';
import { command } from '../../operations.ts';
import { numberDigest, type PayoutRow, type Problem } from '../file/payout-rows.ts';
import { isOneName, nameParts } from './names.ts';

export type Platform = PaymentsClient<boolean>;

/** Where the money of a row goes. */
export interface Payee {
  readonly accountId?: string;
  readonly umaAddress?: string;
  readonly customerId?: string | undefined;
  /** What it can receive. */
  readonly currencies: readonly string[];
  /** The holder's name as the service has it; undefined for one that it does not know. */
  readonly name: string | undefined;
  /** What its bank says of that name, if it has another one. */
  readonly atBank?: string | undefined;
  /** For a person: the end of the number, or the address. */
  readonly ending: string;
  /** The number or address of the account: the same for one that is saved twice. */
  readonly number: string;
}

export interface PaidTo {
  readonly to: { readonly accountId?: string; readonly umaAddress?: string };
  /** A digest of the payee's number, which several saved accounts may have; missing in older plans. */
  readonly payee?: string;
}

export type Unpayable = Pick<Problem, 'code' | 'message' | 'action'>;

const isUma = (text: string) => /^\$[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

const codes = /code|routing|bank(?!Name)|branch|institution|transit/i;

/** Whether two saved accounts that one text names are of one payee: one own id, or one number of one bank. */
function areOne(one: ExternalAccount, other: ExternalAccount, text: string): boolean {
  const [own, its] = [one, other].map(({ accountInfo }) => payeeOf(accountInfo));
  const [holder, another] = [own, its].map((each) => nameParts(each?.name).toSorted().join(' '));
  if (holder !== another) return false;
  if ([one, other].every((each) => each.platformAccountId === text)) return true;
  if (numberKey(own?.number ?? one.id) !== numberKey(its?.number ?? other.id)) return false;
  const [fields, others] = [one, other].map((each) => Object(each.accountInfo) as Fields);
  return Object.keys(fields ?? {}).every(
    (name) => !codes.test(name) || (others?.[name] ?? fields?.[name]) === fields?.[name],
  );
}

/** The accounts that the payees of the file are searched among: each is read once. */
export class PayeeBook {
  readonly #client: Platform;
  /** By their ids and own ids, as these are saved. */
  readonly #byId = new Map<string, ExternalAccount[]>();
  /** By their numbers and addresses, however these are printed. */
  readonly #byNumber = new Map<string, ExternalAccount[]>();
  readonly #ownIds = new Map<string, string>();
  /** Numbers that begin with zeros, by the rest. */
  #bare: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #addresses = new Map<string, Promise<Payee | Unpayable>>();

  constructor(client: Platform) {
    this.#client = client;
  }

  /** Reads all accounts that the sources can pay. */
  async read(sources: readonly InternalAccount[]): Promise<void> {
    const owners = new Set(sources.map(({ customerId }) => customerId));
    const isPlatforms = owners.has(undefined);
    const lists = isPlatforms
      ? [
          this.#client.platformAccounts.list({ limit: 100 }),
          this.#client.externalAccounts.list({ limit: 100 }),
        ]
      : [...owners].map((customerId) =>
          this.#client.externalAccounts.list({
            limit: 100,
            customerId: customerId as `Customer:${string}`,
          }),
        );
    for (const list of lists) for await (const account of list) this.#add(account);
  }

  #add(account: ExternalAccount): void {
    const { number } = payeeOf(account.accountInfo);
    const { iban, umaAddress } = Object(account.accountInfo) as Readonly<Record<string, unknown>>;
    const own = account.platformAccountId;
    if (own !== undefined) this.#ownIds.set(numberKey(own.normalize()), own);
    const numbers = [number, iban, umaAddress].filter((name) => typeof name === 'string');
    const places = [
      [this.#byId, new Set([account.id, own])],
      [this.#byNumber, new Set(numbers.map(numberKey))],
    ] as const;
    for (const [known, names] of places) {
      for (const name of names) {
        if (name !== undefined) known.set(name, [...(known.get(name) ?? []), account]);
      }
    }
  }

  /** The saved accounts that a text names: one by its id, or all by their own ids and numbers. */
  #named(text: string): readonly ExternalAccount[] {
    const byNumber = this.#byNumber.get(numberKey(text)) ?? [];
    const named = [...new Set([...(this.#byId.get(text) ?? []), ...byNumber])];
    const exact = named.filter(({ id }) => id === text);
    return exact.length > 0 ? exact : named;
  }

  /** The saved number that a text is without its first zeros; undefined if none or several are. */
  #withZeros(text: string): string | undefined {
    if (!/^[1-9]\d+$/.test(text)) return undefined;
    const numbers = [...this.#byNumber.keys(), ...this.#byId.keys()];
    const bare = (number: string) => (/^0+\d+$/.test(number) ? number.replace(/^0+/, '') : '');
    this.#bare ??= Map.groupBy(numbers, bare);
    const [found, another] = new Set(this.#bare.get(text));
    return another === undefined ? found : undefined;
  }

  /** Who is paid by a payment to an account or an address, in the form of a row's own `payee`. */
  partyOf(named: string): string {
    const account = this.#byId.get(named)?.find(({ id }) => id === named);
    return numberDigest(payeeOf(account?.accountInfo).number ?? named);
  }

  /** Whether a text names another payee than the one that was paid; false of an older plan, which cannot tell. */
  paysOther({ to, payee }: PaidTo, text: string): boolean {
    if (payee === undefined) return false;
    const named = this.#named(text);
    if (named.length === 0) return numberDigest(text) !== payee;
    const paid = this.#byId.get(to.accountId ?? '')?.find(({ id }) => id === to.accountId);
    return !named.every(
      (one) =>
        one.id === to.accountId ||
        (numberDigest(payeeOf(one.accountInfo).number ?? one.id) === payee &&
          areOne(paid ?? one, one, text)),
    );
  }

  #saved({ payee, currency }: PayoutRow): Payee | Unpayable | undefined {
    const all = this.#named(payee);
    // What names two numbers names two payees; one may have several accounts, and closed ones.
    const isOne = all.every((one) => areOne(all[0] ?? one, one, payee));
    const among = (some: typeof all, isIt: (one: ExternalAccount) => boolean) => {
      const fitting = isOne ? some.filter(isIt) : [];
      return fitting.length > 0 ? fitting : some;
    };
    const ofCurrency = among(all, (one) => one.currency === currency);
    const open = among(ofCurrency, ({ status }) => status !== 'INACTIVE');
    const left = among(open, ({ status }) => status === 'ACTIVE');
    const [found, other] = left;
    // Of several that cannot be paid, one says why.
    if (other !== undefined && !(isOne && other.status !== 'ACTIVE')) {
      const ids = left.map((one) => `${one.id} (${one.currency})`).join(' and ');
      const message = `${quotedText(payee)} could be ${ids}`;
      return { code: 'PAYEE_AMBIGUOUS', message, action: 'Enter the id of the account.' };
    }
    return found && ofAccount(found);
  }

  async find(row: PayoutRow): Promise<Payee | Unpayable> {
    const { payee } = row;
    const known = this.#saved(row);
    if (known !== undefined) return known;
    if (!isUma(payee)) {
      const saved = this.#ownIds.get(numberKey(payee.normalize()));
      const zeros = this.#withZeros(payee);
      const own = saved && `; ${quotedText(saved)} is the own id of another spelling`;
      const other = zeros ? `; ${zeros} is saved: a spreadsheet leaves out zeros` : (own ?? '');
      const message = `${quotedText(payee)} is not an account that can be paid from here${other}`;
      const action = `Enter the id, your own id or the number of a saved account, or save it with ${command('externalAccounts.create')}. One that is saved belongs to another customer: pay it from an account of that customer or of the platform.`;
      return { code: 'PAYEE_NOT_FOUND', message, action };
    }
    const address = this.#addresses.get(payee) ?? this.#lookUp(payee);
    this.#addresses.set(payee, address);
    return address;
  }

  async #lookUp(umaAddress: string): Promise<Payee | Unpayable> {
    try {
      const { supportedCurrencies } = await this.#client.receivers.lookUpUma({
        receiverUmaAddress: umaAddress,
      });
      const currencies = supportedCurrencies.map(({ currency }) => currency.code);
      return { umaAddress, currencies, name: undefined, ending: umaAddress, number: umaAddress };
    } catch (error) {
      if (!isPaymentsError(error) || !('status' in error)) throw error;
      const { code, message, action } = error;
      return { code, message: `${umaAddress}: ${message}`, action };
    }
  }
}

/** That the bank has another holder. More words than the name has may be those of a company. */
function atBank(account: ExternalAccount): string | undefined {
  const { beneficiaryVerificationStatus: check, beneficiaryVerifiedData: verified } = account;
  const [name = '', own] = [payeeOf(account.accountInfo).name, verified?.fullName];
  const isOther = own !== undefined && !isOneName(own, name, 'none');
  if (check === 'MATCHED' || !(check === 'NOT_MATCHED' || isOther)) return;
  const holder = own ? quotedText(own) : 'another holder';
  return `is to ${quotedText(name)}, and the bank of the account has ${holder}`;
}

function ofAccount(account: ExternalAccount): Payee | Unpayable {
  const { id, status, currency, customerId, accountInfo } = account;
  if (status !== 'ACTIVE') {
    const message = `${id} is ${status}; only an ACTIVE account can be paid`;
    const isClosed = status === 'INACTIVE';
    const action = isClosed
      ? 'Ask the payee for another account.'
      : 'Wait until the account is checked.';
    return { code: 'PAYEE_NOT_ACTIVE', message, action };
  }
  const { name, number = id } = payeeOf(accountInfo);
  const ending = endingOf(number);
  return {
    ...{ accountId: id, customerId, currencies: [currency], name, number },
    atBank: atBank(account),
    ending: ending === undefined ? number : `ending ${ending}`,
  };
}
