import { type Customer, type ScaReset, scaResetMachine } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import type { Call, CallOf, Operations } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { invalidField, notFound, refuse, withHeaders } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';
import { changeTied, contactChangeOf, takenBy } from '../customers/contacts.ts';
import { customers } from '../customers/customers.ts';
import { factors, factorTypesOf, requireScaCustomer } from './factors.ts';

export interface ResetRecord extends ScaReset {
  readonly id: string;
  readonly customerId: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

export const resets = resource({
  name: 'scaResets',
  record: recordOf<ResetRecord>(),
  id: (world) => `reset-${world.random.hex('sca-reset', 8)}`,
  label: 'Reset',
  indexes: ['customerId'],
  states: { field: 'status', machine: scaResetMachine },
  view: ({
    id: _id,
    customerId: _customer,
    createdAt: _created,
    updatedAt: _updated,
    ...reset
  }): ScaReset => reset,
});

const LIFETIME = 60 * 60_000;
/** How long the check of the person takes. */
const CHECK = 30_000;
const pending: ReadonlySet<string> = new Set(['INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED']);

/** How many resets a customer may start in a day. */
const MOST_RESETS = 5;
const DAY = 24 * 60 * 60_000;

/** Refuses a further reset within a day. @throws Refusal 429 */
function requireFewResets({ world }: Call<unknown>, customerId: string): void {
  const times = resets
    .in(world)
    .find('customerId', customerId)
    .map(({ createdAt = '' }) => Date.parse(createdAt));
  const recent = times.filter((time) => world.clock.now() - time < DAY);
  if (recent.length < MOST_RESETS) return;
  const wait = Math.min(...recent) + DAY - world.clock.now();
  const refusal = refuse('RATE_LIMITED', `${MOST_RESETS} resets were started within a day`);
  throw withHeaders(refusal, { 'Retry-After': String(Math.ceil(wait / 1000)) });
}

/** Returns a reset of a customer. @throws Refusal 404 */
function requireReset(call: CallOf<'scaFactors.getReset'> | CallOf<'scaFactors.completeReset'>) {
  const { customerId, resetId } = call.input;
  const customer = requireScaCustomer(call, customerId);
  const reset = resets.require(call, resetId);
  if (reset.customerId !== customer.id) throw notFound('Reset', resetId);
  return { customer, reset };
}

/** Ends what was left of a customer's resets of a factor: it is enrolled again. */
export function endResets(scene: Scene, customerId: string, factor: string): void {
  for (const reset of resets.in(scene.world).find('customerId', customerId)) {
    if (reset.factor !== factor || reset.enrollmentStatus !== 'PENDING') continue;
    resets.change(scene, reset, { enrollmentStatus: 'COMPLETED' });
  }
}

/** A country calling code and a number without it, together in E.164 form. */
const numberForm = /^(?=.{3,17}$)\+[1-9]\d{0,2} \d+$/;

/** Replaces the number, also that of credentials; the person was recognized. @throws Refusal 400 */
function replaceNumber(call: CallOf<'scaFactors.completeReset'>, customer: Customer): void {
  const { mobile } = call.input;
  if (mobile === undefined) throw invalidField('mobile', 'is required for SMS_OTP');
  const { countryCode, number } = mobile;
  if (!numberForm.test(`${countryCode} ${number}`)) {
    throw invalidField('mobile', 'is not a number in E.164 form');
  }
  const phoneNumber = `${countryCode}${number}`;
  const change = { type: 'SMS_OTP', value: phoneNumber } as const;
  const tied = contactChangeOf(call.world, customer.id, change);
  if (takenBy(call.world, tied) !== undefined) {
    throw invalidField('mobile', 'is the number of another credential');
  }
  changeTied(call, tied);
  const { contactVerification: checked } = customer;
  customers.change(call, customer, {
    phoneNumber,
    ...(checked?.phone && { contactVerification: { ...checked, phone: 'VERIFIED' } }),
  });
}

export const resetOperations = {
  /** Starts a reset; the one before expires. The sandbox recognizes every person, after a time. */
  'scaFactors.startReset'(call) {
    const { world, input } = call;
    const customer = requireScaCustomer(call, input.customerId);
    const { factor } = input;
    if (!factorTypesOf(world, customer).includes(factor)) {
      throw invalidField('factor', 'is not a factor of the customer');
    }
    requireFewResets(call, customer.id);
    for (const earlier of resets.in(world).find('customerId', customer.id)) {
      if (pending.has(earlier.status)) resets.move(call, earlier, 'EXPIRED');
    }
    const now = world.clock.now();
    const expiresAt = iso(now + LIFETIME);
    const { id: resetId } = resets.add(call, {
      customerId: customer.id,
      status: 'INITIATED',
      factor,
      expiresAt,
    });
    const [from, to, id] = ['INITIATED', 'LIVENESS_PASSED', resetId] as const;
    scheduleMove(call, resets, { id, step: 'check', at: now + CHECK, from, to });
    const expiry = { id, step: 'expire', at: now + LIFETIME, from: to };
    scheduleMove(call, resets, { ...expiry, to: 'EXPIRED' });
    const token = world.random.hex('liveness', 12);
    return {
      body: {
        resetId,
        livenessAccessToken: token,
        verificationLink: `https://verify.payments.test/reset/${token}`,
        expiresAt,
      },
    };
  },

  'scaFactors.getReset': (call) => ({ body: resets.view(requireReset(call).reset, call.world) }),

  /** Completes a reset: the factor is removed, or the number of text messages is replaced. */
  'scaFactors.completeReset'(call) {
    const { world } = call;
    const { customer, reset } = requireReset(call);
    if (reset.status !== 'LIVENESS_PASSED') {
      const message = `names a reset that is ${reset.status}: the person was not recognized`;
      throw invalidField('resetId', message);
    }
    if (reset.factor === 'SMS_OTP') replaceNumber(call, customer);
    else {
      const enrolled = factors.in(world).find('customerId', customer.id);
      for (const each of enrolled) if (each.factor === reset.factor) factors.remove(call, each);
    }
    resets.move(call, reset, 'COMPLETED', {
      completedAt: iso(world.clock.now()),
      ...(reset.factor === 'SMS_OTP' ? {} : { enrollmentStatus: 'PENDING' }),
    });
    return { body: undefined };
  },
} satisfies Operations;
