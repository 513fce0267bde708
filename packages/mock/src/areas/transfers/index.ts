import { area } from '../../engine/area.ts';
import { createTransferIn, createTransferOut } from './operations.ts';

/** Transfers between an internal and an external account of one customer or of the platform. */
export const transfersArea = area({
  operations: {
    'transfers.createIn': createTransferIn,
    'transfers.createOut': createTransferOut,
  },
});
