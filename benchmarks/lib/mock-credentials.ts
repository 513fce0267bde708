/** Credentials of the mock in its own process. */
export const MOCK_CREDENTIALS = { tokenId: 'token', clientSecret: 'secret' } as const;

/** The header they make. */
export const AUTHORIZATION = `Basic ${btoa('token:secret')}`;
