import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { AuthMethod } from './schemas.ts';

const credential: AuthMethod = {
  id: 'AuthMethod:77b2',
  accountId: 'InternalAccount:40de',
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  create: {
    input: {
      type: 'OAUTH',
      accountId: 'InternalAccount:40de',
      oidcToken: 'header.claims.signature',
    },
    result: { ...credential, id: 'AuthMethod:5f0a', type: 'OAUTH' },
  },
  challenge: { input: { id: credential.id }, result: credential },
  verify: {
    input: {
      id: 'AuthMethod:77b2',
      type: 'EMAIL_OTP',
      otp: '000000',
      clientPublicKey: `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`,
    },
    result: {
      ...credential,
      id: 'Session:c3d9',
      expiresAt: '2026-01-05T09:15:00Z',
      encryptedSessionSigningKey:
        'w99a5xV6A75TfoAUkZn869fVyDYvgVsKrawMALZXmrauZd8hEv66EkPU1Z42CUaHESQjcA5bqd8dynTGBMLWB9ewtXWPEVbZvocB4Tw2K1vQVp7uwjf',
    },
  },
  list: { input: { accountId: 'InternalAccount:40de' }, result: { data: [] } },
  revoke: { input: { id: 'AuthMethod:5f0a' }, result: undefined },
};
