import type { Lab, Reply } from '../lab/lab.ts';
import { currencyOf, sampleInfo } from '../support/account-samples.ts';
import { agentScene } from '../support/agents.ts';
import { invalid, type Statement } from './statement.ts';

const inviterUma = '$ada@pay.example.com';

async function invited(lab: Lab, verb: string, before?: (code: string) => unknown): Promise<Reply> {
  lab.mock.add.customer({ umaAddress: inviterUma });
  const { body } = await lab.send('POST', '/invitations', {
    inviterUma,
    expiresAt: '2026-01-05T10:00:00Z',
  });
  await before?.(String(body.code));
  const path = `/invitations/${body.code}/${verb}`;
  return lab.send('POST', path, { inviteeUma: '$grace@wallet.example.com' });
}

function withToken(lab: Lab, permissions: readonly string[], method: string, path: string) {
  const token = lab.mock.add.token({ permissions: permissions as never });
  const authorization = `Basic ${btoa(`${token.clientId}:${token.clientSecret}`)}`;
  return lab.send(method, path.replace('{own}', token.id), undefined, { authorization });
}

async function redeemed(lab: Lab, before?: (code: string, path: string) => unknown) {
  const { body } = await lab.send('POST', '/agents', {
    name: 'Clerk',
    customerId: lab.mock.add.customer().id,
    policy: {
      permissions: ['VIEW_TRANSACTIONS'],
      spendingLimits: { currency: 'USD', perTransactionLimit: 100 },
    },
  });
  const { code } = body.deviceCode as { readonly code: string };
  await before?.(code, `/agents/${(body.agent as { id: string }).id}`);
  return lab.send('POST', `/agents/device-codes/${code}/redeem`, undefined, { authorization: '' });
}

const external = '/customers/external-accounts';

/** Adds an external account of a type, with its details changed. */
function account(lab: Lab, accountType: string, change: object = {}, currency?: string) {
  return lab.send('POST', external, {
    customerId: lab.mock.add.customer().id,
    currency: currency ?? currencyOf(accountType),
    accountInfo: { ...sampleInfo(accountType), ...change },
  });
}

const inUse = { source: 'Reference, 3.1, invitation', as: [400, 'INVITATION_CANCELLED'] } as const;

/** Statements on invitations, tokens, the configuration, agents' codes and external accounts. */
export const platformStatements: readonly Statement[] = [
  {
    ...inUse,
    rule: 'only an invitation that was not cancelled is claimed',
    accepted: (lab) => invited(lab, 'claim'),
    refused: (lab) =>
      invited(lab, 'claim', (code) => lab.send('POST', `/invitations/${code}/cancel`)),
  },
  {
    source: inUse.source,
    rule: 'an invitation is claimed at most once',
    accepted: (lab) => invited(lab, 'claim'),
    refused: (lab) =>
      invited(lab, 'claim', (code) =>
        lab.send('POST', `/invitations/${code}/claim`, { inviteeUma: '$bob@wallet.example.com' }),
      ),
    as: [400, 'INVITATION_ALREADY_CLAIMED'],
  },
  {
    source: inUse.source,
    rule: 'only an invitation that was not claimed is cancelled',
    accepted: (lab) => invited(lab, 'cancel'),
    refused: (lab) =>
      invited(lab, 'cancel', (code) =>
        lab.send('POST', `/invitations/${code}/claim`, { inviteeUma: '$bob@wallet.example.com' }),
      ),
    as: [400, 'INVITATION_ALREADY_CLAIMED'],
  },
  {
    source: inUse.source,
    rule: 'an invitation is claimed before it expires',
    accepted: (lab) => invited(lab, 'claim', () => lab.mock.clock.set('2026-01-05T09:59:59Z')),
    refused: (lab) => invited(lab, 'claim', () => lab.mock.clock.set('2026-01-05T10:00:00Z')),
    as: invalid('invitationCode'),
  },
  {
    source: 'Reference, tokens.create, permissions',
    rule: 'a read needs a token that may view',
    accepted: (lab) => withToken(lab, ['VIEW'], 'GET', '/customers'),
    refused: (lab) => withToken(lab, ['TRANSACT'], 'GET', '/customers'),
    as: [403, 'FORBIDDEN'],
  },
  {
    source: 'Reference, tokens.create, permissions',
    rule: 'a change of settings needs a token that may manage',
    accepted: (lab) =>
      withToken(lab, ['MANAGE'], 'DELETE', `/tokens/${lab.mock.add.token({ name: 'Old' }).id}`),
    refused: (lab) =>
      withToken(lab, ['VIEW'], 'DELETE', `/tokens/${lab.mock.add.token({ name: 'Old' }).id}`),
    as: [403, 'FORBIDDEN'],
  },
  {
    source: 'Reference, tokens.delete',
    rule: 'a token cannot delete itself',
    accepted: (lab) =>
      withToken(lab, ['MANAGE'], 'DELETE', `/tokens/${lab.mock.add.token({ name: 'Old' }).id}`),
    refused: (lab) => withToken(lab, ['MANAGE'], 'DELETE', '/tokens/{own}'),
    as: invalid('tokenId'),
    about: ['tokens.delete'],
  },
  {
    source: 'Reference, PATCH /config',
    rule: 'a change of the configuration must have at least one field',
    accepted: (lab) => lab.send('PATCH', '/config', { umaDomain: 'pay.example.com' }),
    refused: (lab) => lab.send('PATCH', '/config', {}),
    as: invalid('body'),
  },
  {
    source: 'Reference, device-code redemption',
    rule: 'a device code is redeemed at most once',
    accepted: (lab) => redeemed(lab),
    refused: (lab) =>
      redeemed(lab, (code) => lab.send('POST', `/agents/device-codes/${code}/redeem`)),
    as: invalid('code'),
  },
  {
    source: 'Reference, device-code redemption',
    rule: 'a device code is redeemed before it expires',
    accepted: (lab) => redeemed(lab),
    refused: (lab) => redeemed(lab, () => lab.mock.clock.advance({ days: 2 })),
    as: invalid('code'),
  },
  {
    source: 'Reference, agents.createDeviceCode',
    rule: 'a new device code invalidates the earlier ones',
    accepted: (lab) => redeemed(lab),
    refused: (lab) => redeemed(lab, (_, path) => lab.send('POST', `${path}/device-codes`)),
    as: invalid('code'),
  },
  {
    source: 'Reference, agents.createDeviceCode',
    rule: 'a connected agent gets no device code',
    async accepted(lab) {
      const customerId = lab.mock.add.customer().id;
      const policy = {
        permissions: ['VIEW_TRANSACTIONS'],
        spendingLimits: { currency: 'USD', perTransactionLimit: 100 },
      };
      const made = await lab.send('POST', '/agents', { name: 'Clerk', customerId, policy });
      const { id } = made.body.agent as { readonly id: string };
      return lab.send('POST', `/agents/${id}/device-codes`);
    },
    refused: (lab) => lab.send('POST', `${agentScene(lab).path}/device-codes`),
    as: [409, 'CONFLICT'],
  },
  {
    source: 'Reference, accountVariants, currency',
    rule: 'the currency of an external account must be that of its type',
    accepted: (lab) => account(lab, 'SLV_ACCOUNT'),
    refused: (lab) => account(lab, 'SLV_ACCOUNT', {}, 'SLV'),
    as: invalid('currency'),
  },
  {
    source: 'Reference, accountVariants, beneficiary',
    rule: 'an external account at a bank must have a beneficiary',
    accepted: (lab) => account(lab, 'USD_ACCOUNT'),
    refused: (lab) => account(lab, 'USD_ACCOUNT', { beneficiary: undefined }),
    as: invalid('accountInfo.beneficiary'),
  },
  {
    source: 'Reference, 3.2, suffix 105',
    rule: 'an external account must exist at its bank',
    accepted: (lab) => account(lab, 'USD_ACCOUNT', { accountNumber: '123456' }),
    refused: (lab) => account(lab, 'USD_ACCOUNT', { accountNumber: '123105' }),
    as: [400, 'INVALID_BANK_ACCOUNT'],
  },
];
