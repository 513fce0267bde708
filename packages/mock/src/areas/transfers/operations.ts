import { plain } from '../../engine/behaviour.ts';
import { requireTransfer, startTransfer } from './transfer.ts';

/** Pulls money from an external account. */
export const createTransferIn = plain<'transfers.createIn'>({
  run: (call) => ({ body: startTransfer(call, requireTransfer(call, 'IN')) }),
});

/** Sends money to an external account. */
export const createTransferOut = plain<'transfers.createOut'>({
  run: (call) => ({ body: startTransfer(call, requireTransfer(call, 'OUT')) }),
});
