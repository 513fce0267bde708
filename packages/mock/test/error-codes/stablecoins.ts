import type { Scenarios, Stage } from './stage.ts';

let keys = 0;

/** Sends a write of a stablecoin, under a key of its own. */
const write = ({ send }: Stage, path: string, body: object) =>
  send('POST', path, body, { 'idempotency-key': `key-${++keys}` });

const token = {
  providerTokenIdentifier: 'token-acmeusd',
  networkTokenIdentifier: 'btkn1q',
  network: 'SPARK',
};
const register = (stage: Stage, more: object = {}) =>
  write(stage, '/stablecoins', { ...token, ...more });
const revoked = ({ mock }: Stage, status = 'REVOKED') =>
  mock.add.stablecoinProviderAccount({ status }).id;

const credentials = { provider: 'issuer', apiClientSecret: 'x' };
const link = (stage: Stage, apiClientId: string) =>
  write(stage, '/stablecoin-provider-accounts', { ...credentials, apiClientId });

/** What differs from a mint, or a burn, that would be accepted. */
interface Difference {
  readonly amount?: string;
  readonly accountId?: string;
  readonly currency?: string;
  readonly linked?: string;
  readonly isDisabled?: true;
}

function exchange(kind: 'mint' | 'burn', differs: (stage: Stage) => Difference) {
  return (stage: Stage) => {
    const { add } = stage.mock;
    const { amount = '10', currency, linked, isDisabled, ...given } = differs(stage);
    const stablecoin = add.stablecoin({
      symbol: 'ACMEUSD',
      ...(isDisabled ? { serviceOperationsStatus: 'DISABLED' } : {}),
      ...(linked === undefined ? {} : { stablecoinProviderAccountId: linked as never }),
    });
    const own = kind === 'mint' ? 'USD' : 'ACMEUSD';
    const accountId =
      given.accountId ?? add.internalAccount({ currency: currency ?? own, available: 50 }).id;
    const source = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId };
    const body =
      kind === 'mint'
        ? {
            amount,
            fundingSource: source,
            destination: { accountId: add.internalAccount({ currency: 'ACMEUSD' }).id },
          }
        : {
            amount,
            source,
            destination: {
              type: 'EXTERNAL_ACCOUNT',
              externalAccountId: add.externalAccount({ isPlatformAccount: true }).id,
              rail: 'WIRE',
            },
          };
    return write(stage, `/stablecoins/${stablecoin.id}/${kind}s`, body);
  };
}

const exchanges = (['mint', 'burn'] as const).flatMap((kind) =>
  Object.entries({
    STABLECOIN_PROVIDER_ACCOUNT_INVALID: (stage: Stage) => ({ linked: revoked(stage, 'INVALID') }),
    STABLECOIN_PROVIDER_ACCOUNT_REVOKED: (stage: Stage) => ({ linked: revoked(stage) }),
    INVALID_AMOUNT: () => ({ amount: '0' }),
    INVALID_CURRENCY: () => ({ currency: 'EUR' }),
    AMOUNT_OUT_OF_RANGE: () => ({ amount: '51' }),
    NOT_FOUND: () => ({ accountId: 'InternalAccount:none' }),
    CONFLICT: () => ({ isDisabled: true as const }),
  }).map(([code, differs]) => [`stablecoins.${kind} ${code}`, exchange(kind, differs)] as const),
);

/** A wallet that funds a card, and the body that creates a key for them. */
function bound({ mock }: Stage) {
  const { account } = mock.add.wallet();
  const { id: cardId } = mock.add.card({ fundingSources: [account.id] });
  return { cardId, internalAccountId: account.id, nickname: 'Key' };
}

/** Scenarios for the codes of stablecoins and of delegated keys. */
export const stablecoinScenarios: Scenarios = {
  ...Object.fromEntries(exchanges),
  'stablecoinProviderAccounts.link STABLECOIN_PROVIDER_ACCOUNT_INVALID': (stage) =>
    link(stage, 'client-002'),
  'stablecoinProviderAccounts.link CONFLICT': async (stage) => {
    await link(stage, 'client-1');
    await link(stage, 'client-1');
  },
  'stablecoins.register STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND': (stage) => register(stage),
  'stablecoins.register STABLECOIN_PROVIDER_ACCOUNT_REVOKED': (stage) =>
    register(stage, { stablecoinProviderAccountId: revoked(stage) }),
  'stablecoins.register STABLECOIN_PROVIDER_ACCOUNT_INVALID': (stage) =>
    register(stage, { stablecoinProviderAccountId: revoked(stage, 'INVALID') }),
  'stablecoins.register STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED': (stage) => {
    for (let count = 0; count < 2; count += 1) stage.mock.add.stablecoinProviderAccount();
    return register(stage);
  },
  'stablecoins.register CONFLICT': async (stage) => {
    stage.mock.add.stablecoinProviderAccount();
    await register(stage);
    await register(stage);
  },
  'delegatedKeys.create CONFLICT': (stage) => {
    const body = bound(stage);
    stage.mock.add.delegatedKey({ cardId: body.cardId });
    return stage.send('POST', '/auth/delegated-keys', body);
  },
  'delegatedKeys.create NOT_FOUND': (stage) =>
    stage.send('POST', '/auth/delegated-keys', { ...bound(stage), cardId: 'Card:none' }),
  'delegatedKeys.revoke INVALID_INPUT': (stage) => {
    const { id } = stage.mock.add.delegatedKey({ status: 'REVOKED' });
    return stage.send('DELETE', `/auth/delegated-keys/${id}`);
  },
};
