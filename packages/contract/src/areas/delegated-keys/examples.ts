import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { DelegatedKey } from './schemas.ts';

const key: DelegatedKey = {
  id: 'DelegatedKey:5a0c',
  cardId: 'Card:7c1e',
  fundingSourceId: 'CardFundingSource:31d8',
  accountId: 'InternalAccount:40de',
  publicKey: '02a1633cafcc01ebfb6d78e39f687a1f0995c62fc95f51ead10a02ee0be551b5dc',
  nickname: 'Groceries card',
  status: 'ACTIVE',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  list: { input: { accountId: 'InternalAccount:40de' }, result: { data: [key] } },
  create: {
    input: {
      cardId: 'Card:7c1e',
      internalAccountId: 'InternalAccount:40de',
      nickname: 'Groceries card',
    },
    result: key,
  },
  get: { input: { id: 'DelegatedKey:5a0c' }, result: key },
  revoke: { input: { id: 'DelegatedKey:5a0c' }, result: undefined },
};
