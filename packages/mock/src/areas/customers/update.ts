import {
  type BusinessCustomer,
  type Customer,
  CustomerUpdate,
  type FieldError,
} from '@org/payments-contract';
import { schemaIssues } from '@org/payments-contract/internal/schema';
import type { CallOf, Plan } from '../../engine/behaviour.ts';
import { fieldErrorOf } from '../../engine/field-error.ts';
import { type Activity, backendId } from '../../engine/payload-forms.ts';
import { invalidField, invalidInput, refuse } from '../../engine/refusal.ts';
import { type CredentialRecord, credentials, oneTimeCodes } from '../credentials/credentials.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { openCustomerAccounts, requireWalletEmail } from '../internal-accounts/opening.ts';
import { customers, requireCustomer } from './customers.ts';
import { changedContactState, requireCurrencies, requireFreeUmaAddress } from './requirements.ts';

type UpdateCall = CallOf<'customers.update'>;

/** The change of a contact field, which also changes the credentials tied to it. */
interface ContactChange {
  readonly type: 'EMAIL_OTP' | 'SMS_OTP';
  readonly value: string;
  readonly credentials: readonly CredentialRecord[];
}

function walletIds({ world }: UpdateCall, customer: Customer): string[] {
  const held = accounts.in(world).find('customerId', customer.id);
  return held.filter(({ type }) => type === 'EMBEDDED_WALLET').map(({ id }) => id);
}

function contactChange(call: UpdateCall, customer: Customer): ContactChange | undefined {
  const { email, phoneNumber } = call.input;
  const [value, old, type] =
    email === undefined
      ? ([phoneNumber, customer.phoneNumber, 'SMS_OTP'] as const)
      : ([email, customer.email, 'EMAIL_OTP'] as const);
  if (value === undefined || value === old) return undefined;
  const tied = walletIds(call, customer)
    .flatMap((id) => credentials.in(call.world).find('accountId', id))
    .filter((credential) => credential.type === type);
  return tied.length === 0 ? undefined : { type, value, credentials: tied };
}

/** The change of the contact, as the signing backend names it. */
function contactActivity(call: UpdateCall, { type, value, credentials }: ContactChange): Activity {
  const userId = backendId(call.world, 'user', credentials[0]?.accountId);
  return type === 'EMAIL_OTP'
    ? { type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', parameters: { userEmail: value, userId } }
    : {
        type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
        parameters: { userPhoneNumber: value, userId },
      };
}

/** The fields on which others depend, and the one that makes each of them required. */
const dependencies: Readonly<Record<string, string>> = {
  taxIdentifier: 'taxIdType',
  taxIdCountryOfIssuance: 'taxIdType',
  sourceOfFundsOtherDescription: 'sourceOfFundsCategories',
  sourceOfWealthOtherDescription: 'sourceOfWealthCategories',
  purposeOfAccountOtherDescription: 'purposeOfAccount',
};

/** Returns the stored fields with which an update must agree (rule 114). */
function dependentFields(customer: Customer): Record<string, unknown> {
  const names = new Set(Object.entries(dependencies).flat());
  return Object.fromEntries(Object.entries(customer).filter(([name]) => names.has(name)));
}

/**
 * Returns the field of the request to which a problem of the merged customer belongs. Undefined for a
 * problem that the update did not cause.
 */
function requestField(path: readonly string[], request: object): string | undefined {
  const [first = ''] = path;
  if (first in request) return path.join('.');
  if (!Object.hasOwn(dependencies, first)) return path.join('.');
  const cause = dependencies[first] ?? '';
  return cause in request ? cause : undefined;
}

/** Refuses an update that names another kind of customer than the stored one. */
function requireVariant(call: UpdateCall, customer: Customer): void {
  const { customerType } = customer;
  const given = call.input.customerType;
  if (given !== undefined && given !== customerType) {
    throw invalidField('customerType', `cannot change from ${customerType}`);
  }
  const update = { ...dependentFields(customer), ...call.known, customerType };
  const issues = schemaIssues(CustomerUpdate, update);
  const errors = issues.flatMap((issue): FieldError[] => {
    const field = requestField(issue.path.map(String), call.known);
    return field === undefined ? [] : [fieldErrorOf(field, issue)];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

/** Merges an update of `businessInfo` into the stored one. */
function mergedBusiness({ known }: UpdateCall, customer: Customer): Partial<BusinessCustomer> {
  if (customer.customerType !== 'BUSINESS' || known.businessInfo === undefined) return {};
  return { businessInfo: { ...customer.businessInfo, ...known.businessInfo } };
}

/** Checks that no other customer's credential has an address or number. @throws Refusal 409 */
function requireFreeContact(call: UpdateCall, change: ContactChange | undefined): void {
  if (change === undefined) return;
  const changed = new Set(change.credentials.map(({ accountId }) => accountId));
  const otherOwner = credentials
    .in(call.world)
    .all()
    .find(
      ({ type, nickname, accountId }) =>
        type === change.type && nickname === change.value && !changed.has(accountId),
    );
  if (otherOwner === undefined) return;
  throw refuse(
    'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
    'Another credential has this address or number',
    `${otherOwner.id} of ${otherOwner.accountId} already has it.`,
  );
}

/** Checks that the tied credentials did not change between the two legs. @throws Refusal 409 */
function requireSameCredentials(call: UpdateCall, change: ContactChange | undefined): void {
  const given = call.bound?.credentialIds as readonly string[] | undefined;
  if (given === undefined) return;
  const current = change?.credentials.map(({ id }) => id) ?? [];
  if (JSON.stringify(given) === JSON.stringify(current)) return;
  throw refuse(
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    'The tied credentials changed since the challenge',
    `The challenge was for ${given.join(', ')}; now it is ${current.join(', ') || 'none'}.`,
  );
}

/** Checks that all tied credentials can change together with the customer (rule 58). */
function requireSync(call: UpdateCall, change: ContactChange | undefined): void {
  if (!call.faults.some(({ kind }) => kind === 'fail-credential-update')) return;
  throw refuse(
    'EMAIL_OTP_CREDENTIAL_SYNC_FAILED',
    'A tied credential could not be updated',
    `A fault added to the mock kept ${change?.credentials[0]?.id} from changing; the customer is unchanged.`,
  );
}

/** Fields of a customer; a wallet-tied contact field needs a signature (rules 55 to 62). */
export function updateCustomer(call: CallOf<'customers.update'>): Plan {
  const customer = requireCustomer(call, call.input.customerId);
  const change = contactChange(call, customer);
  const accountIds = walletIds(call, customer);
  return {
    signers: change === undefined ? 'none' : { accountIds },
    ...(change === undefined ? {} : { activity: contactActivity(call, change) }),
    binds: { credentialIds: change?.credentials.map(({ id }) => id) ?? [] },
    check() {
      requireVariant(call, customer);
      requireCurrencies(call);
      const { currencies } = call.input;
      requireWalletEmail(
        call.world,
        { email: call.input.email ?? customer.email, currencies },
        'currencies',
      );
      requireFreeUmaAddress(call, call.input.umaAddress, customer.id);
      requireSameCredentials(call, change);
      requireFreeContact(call, change);
    },
    apply() {
      requireSync(call, change);
      for (const credential of change?.credentials ?? []) {
        credentials.change(call, credential, { nickname: change?.value ?? '' });
        // A code that went to the address before opens nothing.
        call.write.delete(oneTimeCodes, credential.id);
      }
      const contactVerification = changedContactState(customer, call.input);
      const fields = {
        ...call.known,
        ...mergedBusiness(call, customer),
        contactVerification,
      } as Partial<Customer>;
      const updated = customers.change(call, customer, fields);
      if (call.input.currencies !== undefined) openCustomerAccounts(call, updated);
      return { body: updated };
    },
  };
}
