import type { Customer } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import type { CallOf, Result } from '../../engine/behaviour.ts';
import { invalidField, refuse } from '../../engine/refusal.ts';
import { sandboxValues } from '../../options/outcomes.ts';
import { oneTimeCodes } from '../credentials/credentials.ts';
import { customers, requireCustomer } from '../customers/customers.ts';

type Channel = 'email' | 'phone';
type SendCall = CallOf<'contactVerification.sendEmailCode'>;
type ConfirmCall = CallOf<'contactVerification.confirmEmail'>;

const CODE_LIFETIME = 5 * 60_000;
/** Returns a customer who must verify this contact (rule 63). @throws Refusal 404, or 409 for one who need not */
function requireUnverified(call: SendCall | ConfirmCall, channel: Channel): Customer {
  const customer = requireCustomer(call, call.input.customerId);
  const status = customer.contactVerification?.[channel];
  if (status === undefined) {
    throw refuse('CONFLICT', `The customer does not need to verify ${channel}`);
  }
  if (status === 'VERIFIED') throw refuse('CONFLICT', 'The contact is already verified');
  return customer;
}

const contactOf = ({ email, phoneNumber }: Customer, channel: Channel) =>
  channel === 'email' ? email : phoneNumber;

/** A code is for one contact: after a change, one that was sent before verifies nothing. */
const slotOf = (customer: Customer, channel: Channel) =>
  `${customer.id}/${contactOf(customer, channel)}`;

function send(call: SendCall, channel: Channel): Result {
  const { world, write } = call;
  const customer = requireUnverified(call, channel);
  const to = contactOf(customer, channel);
  if (to === undefined) throw refuse('CONFLICT', `The customer has no ${channel}`);
  const id = slotOf(customer, channel);
  const expiresAt = world.clock.now() + CODE_LIFETIME;
  write.delete(oneTimeCodes, id);
  write.insert(oneTimeCodes, { id, code: sandboxValues.contactCode, expiresAt });
  const medium = channel === 'email' ? 'email' : 'sms';
  world.outbox.send({
    channel: medium,
    to,
    credentialId: customer.id,
    code: sandboxValues.contactCode,
  });
  return { body: undefined };
}

function confirm(call: ConfirmCall, channel: Channel): Result {
  const { world, write, input } = call;
  const customer = requireUnverified(call, channel);
  const id = slotOf(customer, channel);
  const sent = oneTimeCodes.in(world).get(id);
  const isLive = sent !== undefined && world.clock.now() < sent.expiresAt;
  if (!isLive || input.code !== sent.code) {
    const message = isLive
      ? 'is not the code that was sent'
      : 'does not match a code that was sent';
    throw invalidField('code', message);
  }
  write.delete(oneTimeCodes, id);
  const contactVerification = { ...customer.contactVerification, [channel]: 'VERIFIED' };
  return { body: customers.change(call, customer, { contactVerification }) };
}

/** Verification of customers' e-mail addresses and phone numbers. */
export const contactVerificationArea = area({
  operations: {
    /** Verifies the e-mail address by the code that was sent. */
    'contactVerification.confirmEmail': (call) => confirm(call, 'email'),

    'contactVerification.confirmPhone': (call) => confirm(call, 'phone'),

    'contactVerification.sendEmailCode': (call) => send(call, 'email'),

    'contactVerification.sendPhoneCode': (call) => send(call, 'phone'),
  },
});
