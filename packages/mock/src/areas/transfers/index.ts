import { area } from '../../engine/area.ts';
import { plain } from '../../engine/behaviour.ts';
import { requireTransfer, startTransfer } from './transfer.ts';

/** Pulls money from an external account. */
const createTransferIn = plain<'transfers.createIn'>({
  run: (call) => ({ body: startTransfer(call, requireTransfer(call, 'IN')) }),
});

/** Sends money to an external account. */
const createTransferOut = plain<'transfers.createOut'>({
  run: (call) => ({ body: startTransfer(call, requireTransfer(call, 'OUT')) }),
});

/** Transfers between an internal and an external account of one customer or of the platform. */
export const transfersArea = area({
  operations: {
    'transfers.createIn': createTransferIn,
    'transfers.createOut': createTransferOut,
  },
});
