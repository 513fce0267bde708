import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { requestId } from '../../format/request-values.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { machine, type StateMachine } from '../../format/state-machine.ts';

export const delegatedKeyStatuses = ['PENDING', 'ACTIVE', 'REVOKED'] as const;
type DelegatedKeyStatus = (typeof delegatedKeyStatuses)[number];

/** A delegated key is registered, works, and is revoked for good. */
export const delegatedKeyMachine: StateMachine<DelegatedKeyStatus> = machine<DelegatedKeyStatus>({
  PENDING: ['ACTIVE', 'REVOKED'],
  ACTIVE: ['REVOKED'],
  REVOKED: [],
});

const delegatedKeyShape = resource({
  /** `DelegatedKey:<id>`, assigned by the service. */
  id: id('DelegatedKey'),
  /** The card whose payments the key may sign. */
  cardId: id('Card'),
  /** The binding of the wallet to the card. */
  fundingSourceId: id('CardFundingSource'),
  /** The embedded wallet whose money the key may spend. */
  accountId: id('InternalAccount'),
  /** The public key, P-256, compressed, in hex; the service has the private key. */
  publicKey: z.string(),
  /** The platform's name for it. */
  nickname: z.string(),
  /** Whether the key works. */
  status: openEnum(delegatedKeyStatuses),
  /** When it was created. */
  createdAt: timestamp,
  /** When it last changed. */
  updatedAt: timestamp,
});

/** A key with which the service spends from a wallet for one card, without a session. */
export interface DelegatedKey extends z.output<typeof delegatedKeyShape> {}
export const DelegatedKey: z.ZodMiniType<DelegatedKey> = delegatedKeyShape;

/** The body that creates a delegated key. */
export const delegatedKeyCreate = strictObject({
  /** The card whose payments the key may sign. */
  cardId: requestId('Card'),
  /** The embedded wallet, one of the card's funding sources. */
  internalAccountId: requestId('InternalAccount'),
  /** The platform's name for it, 1 to 256 characters. */
  nickname: z.string().check(z.minLength(1), z.maxLength(256)),
});
