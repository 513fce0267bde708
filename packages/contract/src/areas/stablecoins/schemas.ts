import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { integer, nonEmpty, requestId, text } from '../../format/request-values.ts';
import { freeObject, id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { inUnit } from '../../format/units.ts';
import {
  stablecoinIssuanceStatuses,
  stablecoinOperationStatuses,
  stablecoinOperationTypes,
  stablecoinProviderAccountStatuses,
  stablecoinServiceStatuses,
} from './states.ts';

export const stablecoinNetworks = ['SPARK'] as const;
const environments = ['SANDBOX', 'PRODUCTION'] as const;
const payoutRails = ['WIRE', 'ACH_CREDIT', 'SAME_DAY_ACH_CREDIT', 'RTP_CREDIT'] as const;

/** Which provider, and with which of its accounts. */
const issuer = {
  /** The provider that issues the stablecoin. */
  provider: z.string(),
  /** Whether the provider works with real money. */
  providerEnvironment: openEnum(environments),
};
const times = {
  /** When it was created. */
  createdAt: timestamp,
  /** When it last changed. */
  updatedAt: timestamp,
};

const providerAccountShape = resource({
  /** `StablecoinProviderAccount:<id>`, assigned by the service. */
  id: id('StablecoinProviderAccount'),
  ...issuer,
  /** The provider's own id of the account. */
  providerAccountId: z.string(),
  /** Whether the provider still accepts the credentials. */
  status: openEnum(stablecoinProviderAccountStatuses),
  /** When the credentials were last checked. */
  lastVerifiedAt: z.optional(timestamp),
  ...times,
});

/** The platform's account at a provider that issues stablecoins, linked to the service. */
export interface StablecoinProviderAccount extends z.output<typeof providerAccountShape> {}
export const StablecoinProviderAccount: z.ZodMiniType<StablecoinProviderAccount> =
  providerAccountShape;

/** The body that links an account of a provider. */
export const providerAccountLink = strictObject({
  /** The provider that issues stablecoins. */
  provider: nonEmpty,
  /** Id of the provider's API credentials. */
  apiClientId: nonEmpty,
  /** Secret of the provider's API credentials; it is never returned. */
  apiClientSecret: secret(nonEmpty),
  /** The provider's own id of the account, if the credentials reach several. */
  providerAccountId: z.optional(nonEmpty),
});

const stablecoinShape = resource({
  /** `Stablecoin:<id>`, assigned by the service. */
  id: id('Stablecoin'),
  /** The display name. */
  name: z.string(),
  /** The short name, such as `ACMEUSD`. */
  symbol: z.string(),
  /** Code of the currency that it represents. */
  baseCurrency: z.string(),
  /** The network on which it exists. */
  network: openEnum(stablecoinNetworks),
  /** Decimal places of its smallest unit, in which amounts are given. */
  decimals: inUnit(integer, 'decimals'),
  /** How far its issuance at the provider is. */
  issuanceStatus: openEnum(stablecoinIssuanceStatuses),
  /** Whether the service mints, burns and holds it. */
  serviceOperationsStatus: openEnum(stablecoinServiceStatuses),
  /** The token's identifier on the network. */
  networkTokenIdentifier: z.string(),
  /** Code under which internal accounts hold it, once the service holds it. */
  currency: z.optional(z.string()),
  ...issuer,
  /** The linked account through which it is minted and burned. */
  stablecoinProviderAccountId: id('StablecoinProviderAccount'),
  /** The provider's own identifier of the token. */
  providerTokenIdentifier: z.string(),
  ...times,
});

/** A stablecoin that the platform issues through a provider. */
export interface Stablecoin extends z.output<typeof stablecoinShape> {}
export const Stablecoin: z.ZodMiniType<Stablecoin> = stablecoinShape;

/** The body that registers a stablecoin. */
export const stablecoinRegister = strictObject({
  /** The provider's own identifier of the token. */
  providerTokenIdentifier: nonEmpty,
  /** The token's identifier on the network. */
  networkTokenIdentifier: nonEmpty,
  /** The network on which it exists. */
  network: z.enum(stablecoinNetworks),
  /** The linked account of the provider; needed if several are active. */
  stablecoinProviderAccountId: z.optional(requestId('StablecoinProviderAccount')),
});

const amount = inUnit(
  z.string().check(z.regex(/^[0-9]+$/, 'expected digits: a whole number of the smallest unit')),
  'minorUnits of the stablecoin',
);
const common = {
  /** How many are meant, in the stablecoin's smallest unit, as digits. */
  amount,
  /** A note of the platform, at most 1024 characters. */
  description: z.optional(z.string().check(z.maxLength(1024))),
};
/** The internal account whose money is used. */
const accountId = requestId('InternalAccount');
const externalAccountId = requestId('ExternalAccount');

/** The body that mints. */
export const stablecoinMint = strictObject({
  ...common,
  /** Where the money for the new stablecoins comes from. */
  fundingSource: z.discriminatedUnion('type', [
    strictObject({
      /** How it is paid for: a wire that the platform sends. */
      type: z.literal('WIRE'),
    }),
    strictObject({
      /** How it is paid for: a debit of a bank account. */
      type: z.enum(['ACH_DEBIT', 'SAME_DAY_ACH_DEBIT']),
      /** The bank account to debit. */
      externalAccountId,
    }),
    strictObject({
      /** How it is paid for: from an internal account in the base currency. */
      type: z.literal('SERVICE_INTERNAL_ACCOUNT'),
      /** The internal account to debit. */
      accountId,
    }),
    strictObject({
      /** How it is paid for: from the platform's balance at the provider. */
      type: z.literal('PROVIDER_INTERNAL_BALANCE'),
      /** The provider's identifier of the token to pay with. */
      sourceTokenIdentifier: text,
      /** The network of that token. */
      cryptoNetwork: text,
    }),
  ]),
  /** Where the new stablecoins go. */
  destination: strictObject({
    /** The account that receives them: an internal account, or an external wallet on Spark. */
    accountId: requestId('InternalAccount', 'ExternalAccount'),
  }),
});

/** The body that burns. */
export const stablecoinBurn = strictObject({
  ...common,
  /** Where the stablecoins come from. */
  source: z.discriminatedUnion('type', [
    strictObject({
      /** Where they are: outside, or at the provider. */
      type: z.enum(['EXTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE']),
    }),
    strictObject({
      /** Where they are: in an internal account. */
      type: z.literal('SERVICE_INTERNAL_ACCOUNT'),
      /** The internal account to debit. */
      accountId,
    }),
  ]),
  /** Where the money goes. */
  destination: strictObject({
    /** What it is: an external account. */
    type: z.literal('EXTERNAL_ACCOUNT'),
    /** The bank account that receives it. */
    externalAccountId,
    /** The rail that pays out. */
    rail: z.enum(payoutRails),
  }),
});

const stablecoinOperationShape = resource({
  /** `StablecoinOperation:<id>`, assigned by the service. */
  id: id('StablecoinOperation'),
  /** The stablecoin that is minted or burned. */
  stablecoinId: id('Stablecoin'),
  /** Whether it mints or burns. */
  operationType: openEnum(stablecoinOperationTypes),
  /** How far it is. */
  status: openEnum(stablecoinOperationStatuses),
  /** How many are minted or burned, in the stablecoin's smallest unit, as digits. */
  amount: z.string(),
  ...issuer,
  /** The linked account through which it is carried out. */
  stablecoinProviderAccountId: id('StablecoinProviderAccount'),
  /** Where the money or the stablecoins come from. */
  source: z.optional(
    resource({
      /** What pays. */
      type: openEnum([
        'WIRE',
        'ACH_DEBIT',
        'SAME_DAY_ACH_DEBIT',
        'EXTERNAL_ACCOUNT',
        'SERVICE_INTERNAL_ACCOUNT',
        'PROVIDER_INTERNAL_BALANCE',
      ]),
      /** The bank account, if one is debited. */
      externalAccountId: z.optional(z.string()),
      /** The internal account, if one is debited. */
      accountId: z.optional(z.string()),
      /** The token that pays, from a balance at the provider. */
      sourceTokenIdentifier: z.optional(z.string()),
      /** The network of that token. */
      cryptoNetwork: z.optional(z.string()),
    }),
  ),
  /** How to pay, while the operation waits for the money or the stablecoins. */
  fundingInstructions: z.optional(
    freeObject({
      /** The rail to pay by. */
      rail: z.optional(z.string()),
      /** The network to send on. */
      network: z.optional(z.string()),
      /** The address to send to. */
      address: z.optional(z.string()),
      /** What is sent. */
      valueType: z.optional(z.string()),
    }),
  ),
  /** Where the stablecoins or the money go. */
  destination: z.optional(
    resource({
      /** The account that receives. */
      accountId: z.string(),
      /** The rail that pays out. */
      rail: z.optional(openEnum(payoutRails)),
    }),
  ),
  /** What is expected to arrive, and when. */
  estimatedDelivery: z.optional(
    freeObject({
      /** The rail that pays out. */
      rail: z.optional(z.string()),
      /** The amount, in the smallest unit of `currency`, as digits. */
      amount: z.optional(z.string()),
      /** Code of the currency. */
      currency: z.optional(z.string()),
      /** When it arrives, in words. */
      timing: z.optional(z.string()),
    }),
  ),
  /** Until when the operation can be paid for. */
  expiresAt: z.optional(timestamp),
  /** The provider's own status. */
  providerStatus: z.optional(z.string()),
  /** Why it failed. */
  failureReason: z.optional(z.string()),
  /** The platform's note. */
  description: z.optional(z.string()),
  ...times,
});

/** One mint or burn of a stablecoin. */
export interface StablecoinOperation extends z.output<typeof stablecoinOperationShape> {}
export const StablecoinOperation: z.ZodMiniType<StablecoinOperation> = stablecoinOperationShape;
