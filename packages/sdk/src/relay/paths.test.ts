import { relayPaths } from '@org/payments-contract';
import { describe, expect, it } from 'vitest';
import { callOf, isMount } from './paths.ts';

describe('callOf', () => {
  it('finds every call below any plain prefix', () => {
    for (const [call, path] of Object.entries(relayPaths)) {
      expect(callOf(path, undefined)).toEqual({ call, mount: '' });
      expect(callOf(`/api/wallet${path}`, undefined)).toEqual({ call, mount: '/api/wallet' });
    }
  });

  it('finds a call only below the exact mount, where there is one', () => {
    expect(callOf('/api/wallet/v1/account', '/api/wallet')).toEqual({
      call: 'account',
      mount: '/api/wallet',
    });
    expect(callOf('/other/v1/account', '/api/wallet')).toBeUndefined();
    expect(callOf('/api/wallet/api/wallet/v1/account', '/api/wallet')).toBeUndefined();
    expect(callOf('/v1/account', '/api/wallet')).toBeUndefined();
    expect(callOf('/v1/account', '')?.call).toBe('account');
  });

  it.each([
    '/v1/account/',
    '/v1//account',
    '//v1/account',
    '/api//wallet/v1/account',
    '/v1/Account',
    '/V1/account',
    '/v1/accoun%74',
    '/v1%2Faccount',
    '/api/%2e%2e/v1/account',
    '/api/../v1/account',
    '/api/./v1/account',
    '/api;x/v1/account',
    '/v1/account;x',
    '/v1/account%00',
    '/xv1/account',
    '/v1/sessions/refresh',
    '/v2/account',
    '/v1/__proto__',
    '',
    '/',
  ])('returns undefined for %j', (path) => {
    expect(callOf(path, undefined)).toBeUndefined();
  });
});

describe('isMount', () => {
  it('accepts plain paths without a slash at the end', () => {
    expect(['', '/api', '/api/wallet', '/a.b/c_d~e-f'].map(isMount)).toEqual(Array(4).fill(true));
    const bad = ['/', 'api', '/api/', '/a//b', '/..', '/.', '/a/../b', '/a?b', '/a%20b', '/ä'];
    expect(bad.filter(isMount)).toEqual([]);
  });
});
