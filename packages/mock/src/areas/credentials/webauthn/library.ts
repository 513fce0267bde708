/** What the mock uses of @simplewebauthn/server. */
export interface WebAuthnLibrary {
  readonly server: typeof import('@simplewebauthn/server');
  readonly helpers: typeof import('@simplewebauthn/server/helpers');
}

let loading: Promise<WebAuthnLibrary> | undefined;

async function load(): Promise<WebAuthnLibrary> {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { server, helpers };
}

/** The library, loaded on first use: it is larger than all the rest of the mock. */
export function webAuthnLibrary(): Promise<WebAuthnLibrary> {
  loading ??= load();
  return loading;
}
