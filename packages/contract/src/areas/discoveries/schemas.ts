import * as z from 'zod/mini';
import { Currency } from '../../format/money.ts';
import { resource } from '../../format/response-values.ts';

const institutionShape = resource({
  /** The name a payment must use as `bankName`. */
  bankName: z.string(),
  /** The display name. */
  displayName: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Code of the currency it accepts. */
  currency: z.string(),
});

/** A bank or wallet provider that payments can reach. */
export interface Institution extends z.output<typeof institutionShape> {}
export const Institution: z.ZodMiniType<Institution> = institutionShape;

const umaProviderShape = resource({
  /** The provider's name. */
  name: z.optional(z.string()),
  /** ISO 3166-1 alpha-2. */
  supportedRegions: z.optional(z.array(z.string())),
  /** The domain of its addresses, such as `example.com`. */
  domain: z.optional(z.string()),
  /** URL of its logo. */
  logoUrl: z.optional(z.string()),
  /** The currencies it accepts. */
  supportedCurrencies: z.optional(z.array(Currency)),
  /** Legal entity identifier. */
  lei: z.optional(z.string()),
  /** Whether the platform allows payments with the provider. */
  allowListStatus: z.optional(z.boolean()),
});

/** A provider of UMA addresses. */
export interface UmaProvider extends z.output<typeof umaProviderShape> {}
export const UmaProvider: z.ZodMiniType<UmaProvider> = umaProviderShape;

const vaspShape = resource({
  /** The provider's name. */
  vaspName: z.string(),
  /** URL of its site. */
  url: z.optional(z.string()),
});

/** A virtual asset service provider: an exchange or a custodian. */
export interface Vasp extends z.output<typeof vaspShape> {}
export const Vasp: z.ZodMiniType<Vasp> = vaspShape;
