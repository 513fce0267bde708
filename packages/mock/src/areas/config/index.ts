import { area } from '../../engine/area.ts';
import { configs, webhookEndpoint } from './config.ts';
import { getConfig, updateConfig } from './operations.ts';

/** The platform's configuration: webhook endpoint, one-time codes, currencies, fees. */
export const configArea = area({
  resources: [configs],
  ports: { webhookEndpoint },
  operations: { 'config.get': getConfig, 'config.update': updateConfig },
});
