import { type Examples, onePage } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { ApiToken } from './schemas.ts';

const token: ApiToken = {
  id: 'Token:8b1d',
  name: 'Back office',
  permissions: ['VIEW'],
  clientId: 'token-8b1d',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  list: { input: {}, result: onePage(token) },
  create: {
    input: { name: 'Back office', permissions: ['VIEW'] },
    result: { ...token, clientSecret: 'client-secret-5f2b' },
  },
  get: { input: { tokenId: 'Token:8b1d' }, result: token },
  delete: { input: { tokenId: 'Token:8b1d' }, result: undefined },
};
