/** Credentials of the mock in its own process. */
export const MOCK_CREDENTIALS = { tokenId: 'token', clientSecret: 'secret' } as const;

/** Their `Authorization` header. */
export const AUTHORIZATION = `Basic ${btoa('token:secret')}`;
