import { area } from '../../engine/area.ts';
import { listResult } from '../../engine/resource/list.ts';
import { issuanceOperations } from './operations.ts';
import { providerOperations } from './provider-accounts.ts';
import {
  operationFixture,
  providerAccountFixture,
  providerAccounts,
  stablecoinFixture,
  stablecoinOperations,
  stablecoins,
} from './stablecoins.ts';

/** Stablecoins that the platform issues, their mints and burns, and the providers' accounts. */
export const stablecoinsArea = area({
  resources: [providerAccounts, stablecoins, stablecoinOperations],
  operations: {
    ...issuanceOperations,

    'stablecoins.listOperations'(call) {
      const { id: value } = stablecoins.require(call, call.input.stablecoinId);
      const where = { index: 'stablecoinId', value } as const;
      return listResult(stablecoinOperations, call, { where, newestFirst: true });
    },

    'stablecoins.getOperation'(call) {
      const { stablecoinOperationId } = call.input;
      const operation = stablecoinOperations.require(call, stablecoinOperationId);
      return { body: stablecoinOperations.view(operation, call.world) };
    },

    ...providerOperations,
  },
  fixtures: {
    /** Adds an active account at a provider of stablecoins. */
    stablecoinProviderAccount: providerAccountFixture,
    /** Adds a stablecoin that can be minted and burned, and the platform's account in it. */
    stablecoin: stablecoinFixture,
    /** Adds a mint that waits for its money, unless the fields differ. */
    stablecoinOperation: operationFixture,
  },
});
