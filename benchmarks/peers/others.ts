import type { Others } from '../others.ts';

export const turnkeyStamp: Others['turnkeyStamp'] = async (apiPublicKey, apiPrivateKey) => {
  const { ApiKeyStamper } = await import('@turnkey/api-key-stamper');
  const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey });
  return (payload) => stamper.stamp(payload);
};

export const turnkeyOpen: Others['turnkeyOpen'] = async () => {
  const { decryptCredentialBundle } = await import('@turnkey/crypto');
  return decryptCredentialBundle;
};

export const mswServer: Others['mswServer'] = async (url, body) => {
  const { http, HttpResponse } = await import('msw');
  const { setupServer } = await import('msw/node');
  return setupServer(http.get(url, () => HttpResponse.json(body)));
};
