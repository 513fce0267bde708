import type { AuthenticatorOptions, Driver } from './driver.ts';

interface Parameters {
  readonly options?: Omit<AuthenticatorOptions, 'isUserConsenting'> & {
    readonly automaticPresenceSimulation: boolean;
  };
  readonly enabled?: boolean;
}

/** An authenticator that is removed while the person is absent, with its passkeys. */
interface Away {
  readonly options: AuthenticatorOptions;
  readonly credentials: readonly unknown[];
}

/**
 * Translates commands of Chromium's WebAuthn domain to WebDriver's virtual authenticators. WebDriver
 * cannot leave one untouched: while the person is absent it is removed, and afterwards added again
 * with its passkeys.
 */
export function createWebAuthn(driver: Driver, tab: string) {
  const added = new Map<string, AuthenticatorOptions>();
  let away: Away | undefined;

  async function add(options: AuthenticatorOptions): Promise<string> {
    const id = await driver.inTab(tab, (it) => it.addAuthenticator(options));
    added.set(id, options);
    return id;
  }

  async function remove(id: string): Promise<void> {
    await driver.inTab(tab, (it) => it.removeAuthenticator(id));
    added.delete(id);
  }

  async function setPresence(isPresent: boolean): Promise<void> {
    if (isPresent && away !== undefined) {
      const id = await add(away.options);
      for (const credential of away.credentials) {
        await driver.inTab(tab, (it) => it.addCredential(id, credential));
      }
      away = undefined;
    } else if (!isPresent) {
      for (const [id, options] of added) {
        away = { options, credentials: await driver.inTab(tab, (it) => it.credentials(id)) };
        await remove(id);
      }
    }
  }

  return async (method: string, { options, enabled }: Parameters = {}): Promise<unknown> => {
    switch (method) {
      case 'WebAuthn.enable':
        return {};
      case 'WebAuthn.disable':
        for (const id of [...added.keys()]) await remove(id);
        away = undefined;
        return {};
      case 'WebAuthn.setAutomaticPresenceSimulation':
        await setPresence(enabled === true);
        return {};
      case 'WebAuthn.addVirtualAuthenticator': {
        if (options === undefined) break;
        const { automaticPresenceSimulation: isUserConsenting } = options;
        const { transport, hasResidentKey, hasUserVerification, isUserVerified } = options;
        const wanted = { transport, hasResidentKey, hasUserVerification, isUserVerified };
        return { authenticatorId: await add({ ...wanted, isUserConsenting }) };
      }
    }
    throw new Error(`${method} has no counterpart in WebDriver.`);
  };
}
