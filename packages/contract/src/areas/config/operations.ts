import { operation } from '../../format/operation.ts';
import { byFields } from '../../format/reconcile.ts';
import { configUpdate, PlatformConfig } from './schemas.ts';

/** All that a configuration has but its times, which any system writes. */
const result = {
  someOf: [
    'id',
    'umaDomain',
    'proxyUmaSubdomain',
    'webhookEndpoint',
    'supportedCurrencies',
    'embeddedWalletConfig',
    'cardTokenization2faConfig',
    'feeConfigs',
    'isRegulatedFinancialInstitution',
  ],
} as const;

/**
 * Reads the platform's configuration.
 *
 * @see Public reference, `GET /config`
 */
export const get = operation('GET /config', {
  responses: { 200: PlatformConfig },
  result,
});

/**
 * Changes the platform's configuration: the webhook endpoint, one-time codes, currencies, fees.
 * Fields that are left out stay unchanged.
 *
 * @see Public reference, `PATCH /config`
 */
export const update = operation('PATCH /config', {
  risk: 'raises-authority',
  body: configUpdate,
  responses: { 200: PlatformConfig },
  result,
  errors: ['NOT_IMPLEMENTED'],
  // The platform has one configuration, so reading it does not need an id.
  reconcile: { ...byFields('config.get', 'id'), input: () => ({}) },
});
