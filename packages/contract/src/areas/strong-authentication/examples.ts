import type { Examples } from '../../format/call-types.ts';
import type * as loginRows from './login.ts';
import type * as operations from './operations.ts';
import type { ScaFactor } from './schemas.ts';

const customerId = 'Customer:91ab';
const resetId = 'reset-7d20';
const factors: ScaFactor[] = [
  { factor: 'SMS_OTP' },
  { factor: 'PASSKEY', credentialId: 'AbC123', name: 'Passkey of example.com' },
];

/** One example for each operation on factors. */
export const examples: Examples<typeof operations> = {
  list: { input: { customerId }, result: { factors } },
  startEnrollment: {
    input: { customerId, type: 'TOTP' },
    result: {
      type: 'TOTP',
      secret: '3132333435363738393031323334353637383930',
      secretBase32Encoded: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      totpUri: 'otpauth://totp/Example:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example',
    },
  },
  confirmEnrollment: {
    input: {
      customerId,
      type: 'TOTP',
      secret: '3132333435363738393031323334353637383930',
      code: '123456',
    },
    result: { type: 'TOTP', recoveryCodes: ['a1b2-c3d4', 'e5f6-a7b8'] },
  },
  delete: { input: { customerId, credentialId: 'AbC123' }, result: undefined },
  startReset: {
    input: { customerId, factor: 'TOTP' },
    result: {
      resetId,
      livenessAccessToken: 'liveness-81c2',
      verificationLink: 'https://verify.example.com/reset/7d20',
      expiresAt: '2026-01-05T10:00:00Z',
    },
  },
  getReset: {
    input: { customerId, resetId },
    result: { status: 'LIVENESS_PASSED', factor: 'TOTP', expiresAt: '2026-01-05T10:00:00Z' },
  },
  completeReset: { input: { customerId, resetId }, result: undefined },
};

/** One example for each operation of a login. */
export const scaLogin: Examples<typeof loginRows> = {
  start: {
    input: { customerId, factor: 'SMS_OTP' },
    result: {
      factor: 'SMS_OTP',
      challengeId: 'ScaChallenge:9c4e',
      expiresAt: '2026-01-05T09:05:00Z',
    },
  },
  complete: {
    input: {
      customerId,
      factor: 'SMS_OTP',
      endUserIpAddress: '203.0.113.7',
      challengeId: 'ScaChallenge:9c4e',
      code: '123456',
    },
    result: { status: 'SUCCESS', sessionExpiresAt: '2026-01-05T09:15:00Z' },
  },
  recordEvent: {
    input: { customerId, eventType: 'FAILED_LOGIN_ATTEMPT' },
    result: { eventType: 'FAILED_LOGIN_ATTEMPT', suspended: false, failedAttempts: 1 },
  },
};
