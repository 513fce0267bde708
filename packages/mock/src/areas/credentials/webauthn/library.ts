/** The functions of @simplewebauthn/server that the mock uses. */
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

/** Loads the library on first use, because it is larger than the rest of the mock. */
export function webAuthnLibrary(): Promise<WebAuthnLibrary> {
  loading ??= load();
  return loading;
}
