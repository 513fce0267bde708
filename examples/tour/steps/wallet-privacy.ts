import { same } from '../expect.ts';
import { printingStamper, type Stage } from '../stage.ts';

/** Turns wallet privacy on: one call, two requests, one signature. */
export async function walletPrivacy(stage: Stage): Promise<string> {
  const { payments, ids } = stage;
  const account = await payments.internalAccounts.update(
    { id: ids.account, privateEnabled: true },
    { stamper: printingStamper(stage) },
  );
  same('privateEnabled', account.privateEnabled, true);
  return 'wallet privacy is on';
}
