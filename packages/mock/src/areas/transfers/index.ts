import { area } from '../../engine/area.ts';
import { requireTransfer, startTransfer } from './transfer.ts';

/** Transfers between an internal and an external account of one customer or of the platform. */
export const transfersArea = area({
  operations: {
    'transfers.createIn': (call) => ({ body: startTransfer(call, requireTransfer(call, 'IN')) }),

    'transfers.createOut': (call) => ({ body: startTransfer(call, requireTransfer(call, 'OUT')) }),
  },
});
