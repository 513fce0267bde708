import { type Customer, CustomerUpdate, type FieldError } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type Call, type CallOf, signed } from '../engine/behaviour.ts';
import { invalidInput, refuse } from '../engine/refusal.ts';
import type { CredentialRecord } from '../store/records.ts';
import { requireRecord } from './shared.ts';

type UpdateCall = CallOf<'customers.update'>;

/** The change of a contact field that moves credentials with it. */
interface ContactChange {
  readonly value: string;
  readonly credentials: readonly CredentialRecord[];
}

function walletIds({ world }: UpdateCall, customer: Customer): string[] {
  const accounts = world.store.tables.accounts.find('customerId', customer.id);
  return accounts.filter(({ type }) => type === 'EMBEDDED_WALLET').map(({ id }) => id);
}

function contactChange(call: UpdateCall, customer: Customer): ContactChange | undefined {
  const { email, phoneNumber } = call.input;
  const [value, old, type] =
    email === undefined
      ? [phoneNumber, customer.phoneNumber, 'SMS_OTP']
      : [email, customer.email, 'EMAIL_OTP'];
  if (value === undefined || value === old) return undefined;
  const credentials = walletIds(call, customer)
    .flatMap((id) => call.world.store.tables.credentials.find('accountId', id))
    .filter((credential) => credential.type === type);
  return credentials.length === 0 ? undefined : { value, credentials };
}

/** Which kind of customer it is follows from the stored one, not from the update. */
function requireVariant(call: UpdateCall, customer: Customer): void {
  const { customerType } = customer;
  const given = call.input.customerType;
  if (given !== undefined && given !== customerType) {
    throw invalidInput([{ field: 'customerType', message: `cannot change from ${customerType}` }]);
  }
  const update = { ...(call.body as object), customerType };
  const issues = CustomerUpdate.safeParse(update).error?.issues ?? [];
  if (issues.length === 0) return;
  throw invalidInput(
    issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message })),
  );
}

/** @throws Refusal 400 with one entry for every currency that is not supported (rule 62) */
export function requireCurrencies({
  world,
  input,
}: Call<{ readonly currencies?: readonly string[] | undefined }>): void {
  const { supportedCurrencies } = world.settings.choices;
  const errors = (input.currencies ?? []).flatMap((code, index): FieldError[] =>
    supportedCurrencies.includes(code)
      ? []
      : [{ field: `currencies.${index}`, message: `${code} is not supported` }],
  );
  if (errors.length > 0) throw invalidInput(errors);
}

/** All tied credentials change with the customer, or nothing does (rule 58). */
function requireSync(call: UpdateCall, change: ContactChange | undefined): void {
  if (change === undefined) return;
  if (!call.faults.some(({ kind }) => kind === 'fail-credential-update')) return;
  const [first] = change.credentials;
  throw refuse(
    'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
    'A tied credential could not be updated',
    `A fault added to the mock kept ${first?.id} from changing; the customer is unchanged.`,
  );
}

/** Fields of a customer; a wallet-tied contact field needs a signature (rules 55 to 62). */
export const updateCustomer = signed<'customers.update'>({
  plan(call) {
    const { world, write, input } = call;
    const customer = requireRecord(call, 'customers', input.customerId);
    const change = contactChange(call, customer);
    const accountIds = walletIds(call, customer);
    return {
      signers: change === undefined ? 'none' : { accountIds },
      binds: { credentialIds: change?.credentials.map(({ id }) => id) ?? [] },
      check() {
        requireVariant(call, customer);
        requireCurrencies(call);
      },
      apply() {
        requireSync(call, change);
        const updatedAt = iso(world.clock.now());
        for (const credential of change?.credentials ?? []) {
          write.update('credentials', credential, { nickname: change?.value ?? '', updatedAt });
        }
        const fields = call.body as Partial<Customer>;
        return { body: write.update('customers', customer, { ...fields, updatedAt } as Customer) };
      },
    };
  },
});
