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
import { checkAll, invalidField, invalidInput, refuse } from '../../engine/refusal.ts';
import { openCustomerAccounts, requireWalletEmail } from '../internal-accounts/opening.ts';
import { readdress } from '../invitations/invitations.ts';
import { type ContactChange, changeTied, contactChangeOf, takenBy, walletIds } from './contacts.ts';
import { customers, requireCustomer } from './customers.ts';
import { changedContactState, requireCurrencies, requireFreeUmaAddress } from './requirements.ts';

type UpdateCall = CallOf<'customers.update'>;

function contactChange(call: UpdateCall, customer: Customer): ContactChange | undefined {
  const { email, phoneNumber } = call.input;
  const [value, old, type] =
    email === undefined
      ? ([phoneNumber, customer.phoneNumber, 'SMS_OTP'] as const)
      : ([email, customer.email, 'EMAIL_OTP'] as const);
  if (value === undefined || value === old) return undefined;
  const change = contactChangeOf(call.world, customer.id, { type, value });
  return change.credentials.length === 0 ? undefined : change;
}

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

/** Whether a request has a field, be it of another form. */
const isGiven = ({ body }: UpdateCall, name: string) => Object.hasOwn(Object(body), name);

/** Returns the stored fields with which an update must agree, and which it leaves as they are (rule 114). */
function dependentFields(call: UpdateCall, customer: Customer): Record<string, unknown> {
  const names = new Set(Object.entries(dependencies).flat());
  const left = Object.entries(customer).filter(([name]) => names.has(name) && !isGiven(call, name));
  return Object.fromEntries(left);
}

/** Returns the field of the request that a problem of the merged customer belongs to, if it caused it. */
function requestField(path: readonly string[], request: object): string | undefined {
  const [first = ''] = path;
  if (first in request) return path.join('.');
  if (!Object.hasOwn(dependencies, first)) return path.join('.');
  const cause = dependencies[first] ?? '';
  return cause in request ? cause : undefined;
}

function requireVariant(call: UpdateCall, customer: Customer): void {
  const { customerType } = customer;
  const given = call.input.customerType;
  if (given !== undefined && given !== customerType) {
    throw invalidField('customerType', `cannot change from ${customerType}`);
  }
  const update = { ...dependentFields(call, customer), ...call.known, customerType };
  // What is wrong with the request alone was found before.
  const known = schemaIssues(CustomerUpdate, call.known).map(({ path }) => path.join('.'));
  const issues = schemaIssues(CustomerUpdate, update);
  const errors = issues.flatMap((issue): FieldError[] => {
    const path = issue.path.map(String);
    const field = known.includes(path.join('.')) ? undefined : requestField(path, call.known);
    return field === undefined ? [] : [fieldErrorOf(field, issue)];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

function mergedBusiness({ known }: UpdateCall, customer: Customer): Partial<BusinessCustomer> {
  if (customer.customerType !== 'BUSINESS' || known.businessInfo === undefined) return {};
  return { businessInfo: { ...customer.businessInfo, ...known.businessInfo } };
}

/** Checks that no other customer's credential has an address or number. @throws Refusal 409 */
function requireFreeContact(call: UpdateCall, change: ContactChange | undefined): void {
  const otherOwner = change && takenBy(call.world, change);
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

/** The checks of changed fields, of which any may be left out. None without the customer. */
export function changedFieldChecks(call: UpdateCall): readonly (() => void)[] {
  const { customerId, email = '', currencies, umaAddress } = call.input;
  const customer = customers.in(call.world).get(customerId);
  if (customer === undefined) return [];
  // One of another form is judged by itself.
  const wallet = { email: isGiven(call, 'email') ? email : customer.email, currencies };
  return [
    () => requireVariant(call, customer),
    () => requireCurrencies(call),
    () => requireWalletEmail(call.world, wallet, 'currencies'),
    () => requireFreeUmaAddress(call, umaAddress, customer.id),
  ];
}

/** Fields of a customer; a wallet-tied contact field needs a signature (rules 55 to 62). */
export function updateCustomer(call: CallOf<'customers.update'>): Plan {
  const customer = requireCustomer(call, call.input.customerId);
  const change = contactChange(call, customer);
  const accountIds = walletIds(call.world, customer.id);
  return {
    signers: change === undefined ? 'none' : { accountIds },
    ...(change === undefined ? {} : { activity: contactActivity(call, change) }),
    binds: { credentialIds: change?.credentials.map(({ id }) => id) ?? [] },
    check() {
      checkAll(...changedFieldChecks(call));
      requireSameCredentials(call, change);
      requireFreeContact(call, change);
    },
    apply() {
      requireSync(call, change);
      if (change !== undefined) changeTied(call, change);
      const contactVerification = changedContactState(customer, call.input);
      const fields = {
        ...call.known,
        ...mergedBusiness(call, customer),
        contactVerification,
      } as Partial<Customer>;
      const updated = customers.change(call, customer, fields);
      const { umaAddress } = call.input;
      if (umaAddress !== undefined) readdress(call, updated.id, umaAddress);
      if (call.input.currencies !== undefined) openCustomerAccounts(call, updated);
      return { body: updated };
    },
  };
}
