import * as z from 'zod';
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
export const Institution: z.ZodType<Institution> = institutionShape;

const umaProviderShape = resource({
  /** The provider's name. */
  name: z.string().optional(),
  /** ISO 3166-1 alpha-2. */
  supportedRegions: z.array(z.string()).optional(),
  /** The domain of its addresses, such as `example.com`. */
  domain: z.string().optional(),
  /** URL of its logo. */
  logoUrl: z.string().optional(),
  /** The currencies it accepts. */
  supportedCurrencies: z.array(Currency).optional(),
  /** Legal entity identifier. */
  lei: z.string().optional(),
  /** Whether the platform allows payments with the provider. */
  allowListStatus: z.boolean().optional(),
});

/** A provider of UMA addresses. */
export interface UmaProvider extends z.output<typeof umaProviderShape> {}
export const UmaProvider: z.ZodType<UmaProvider> = umaProviderShape;

const vaspShape = resource({
  /** The provider's name. */
  vaspName: z.string(),
  /** URL of its site. */
  url: z.string().optional(),
});

/** A virtual asset service provider: an exchange or a custodian. */
export interface Vasp extends z.output<typeof vaspShape> {}
export const Vasp: z.ZodType<Vasp> = vaspShape;
