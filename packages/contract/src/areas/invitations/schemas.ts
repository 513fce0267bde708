import * as z from 'zod/mini';
import { CurrencyAmount } from '../../format/money.ts';
import { strictObject } from '../../format/objects.ts';
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

/** A UMA address: `$`, a name, `@` and a domain. The name has at most 64 characters, with its `$`. */
export const umaAddressPattern = /^\$[a-z0-9._+-]{1,63}@[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;

const invitationShape = resource({
  /** The invitation's code, which identifies it in paths. */
  code: z.string(),
  /** When the invitation was created. */
  createdAt: timestamp,
  /** When the invitation was claimed. */
  claimedAt: z.optional(timestamp),
  /** The link to send to the invited person. */
  url: z.string(),
  /** When the invitation ends; absent if it does not expire. */
  expiresAt: z.optional(timestamp),
  /** UMA address of the customer who invites. */
  inviterUma: z.string(),
  /** UMA address of the person who claimed the invitation. */
  inviteeUma: z.optional(z.string()),
  /** Whether it can still be claimed. */
  status: openEnum(invitationStatuses),
  /** First name of the customer who invites, for display. */
  firstName: z.optional(z.string()),
  /** The amount that the inviter sends once the invitation is claimed. */
  amountToSend: z.optional(CurrencyAmount),
});

/** An invitation of a person to a UMA address. */
export interface Invitation extends z.output<typeof invitationShape> {}
export const Invitation: z.ZodMiniType<Invitation> = invitationShape;

/** The body that creates an invitation. */
export const invitationCreate = strictObject({
  /** UMA address of the customer who invites. */
  inviterUma: text,
  /** First name of the customer who invites, for display. */
  firstName: z.optional(text),
  /** The amount that the inviter sends once the invitation is claimed, in the smallest unit. */
  amountToSend: z.optional(minorUnits("the inviter's currency").check(z.positive())),
  /** When the invitation ends; it stays valid when left out. */
  expiresAt: z.optional(dateTime),
});
