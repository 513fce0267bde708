import { area } from '../../engine/area.ts';
import { beneficialOwnerFixture, beneficialOwners } from './beneficial-owners.ts';

export const beneficialOwnersArea = area({
  resources: [beneficialOwners],
  fixtures: {
    /**
     * Adds a control person from the US who owns the whole business. Without `customerId`, a
     * business is added too.
     */
    beneficialOwner: beneficialOwnerFixture,
  },
});
