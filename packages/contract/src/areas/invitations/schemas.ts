import * as z from 'zod';
import { CurrencyAmount } from '../../format/money.ts';
import { dateTime } from '../../format/request-forms.ts';
import { text } from '../../format/request-values.ts';
import { openEnum, resource, timestamp } from '../../format/response-values.ts';
import { machine, type StateMachine } from '../../format/state-machine.ts';
import { minorUnits } from '../../format/units.ts';

export const invitationStatuses = ['PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED'] as const;

export type InvitationStatus = (typeof invitationStatuses)[number];

/** An invitation is claimed, cancelled or left to expire; each is final. */
export const invitationMachine: StateMachine<InvitationStatus> = machine<InvitationStatus>({
  PENDING: ['CLAIMED', 'EXPIRED', 'CANCELLED'],
  CLAIMED: [],
  EXPIRED: [],
  CANCELLED: [],
});

/** A UMA address: `$`, a name, `@` and a domain. */
export const umaAddressPattern = /^\$[a-z0-9._+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;

const invitationShape = resource({
  /** The invitation's code, which identifies it in paths. */
  code: z.string(),
  /** When the invitation was created. */
  createdAt: timestamp,
  /** When the invitation was claimed. */
  claimedAt: timestamp.optional(),
  /** The link to send to the invited person. */
  url: z.string(),
  /** When the invitation ends; absent if it does not expire. */
  expiresAt: timestamp.optional(),
  /** UMA address of the customer who invites. */
  inviterUma: z.string(),
  /** UMA address of the person who claimed the invitation. */
  inviteeUma: z.string().optional(),
  /** Whether it can still be claimed. */
  status: openEnum(invitationStatuses),
  /** First name of the customer who invites, for display. */
  firstName: z.string().optional(),
  /** The amount that the inviter sends once the invitation is claimed. */
  amountToSend: CurrencyAmount.optional(),
});

/** An invitation of a person to a UMA address. */
export interface Invitation extends z.output<typeof invitationShape> {}
export const Invitation: z.ZodType<Invitation> = invitationShape;

/** The body that creates an invitation. */
export const invitationCreate = z.strictObject({
  /** UMA address of the customer who invites. */
  inviterUma: text,
  /** First name of the customer who invites, for display. */
  firstName: text.optional(),
  /** The amount that the inviter sends once the invitation is claimed, in the smallest unit. */
  amountToSend: minorUnits("the inviter's currency").positive().optional(),
  /** When the invitation ends; it stays valid when left out. */
  expiresAt: dateTime.optional(),
});
