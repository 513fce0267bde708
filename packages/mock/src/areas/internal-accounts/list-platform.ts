import { plain } from '../../engine/behaviour.ts';
import { listResult } from '../../engine/resource/list.ts';
import { accounts } from './internal-accounts.ts';

/** Lists the platform's own accounts, all in one response. */
export const listPlatformAccounts = plain<'internalAccounts.listPlatform'>({
  run: (call) => listResult(accounts, call),
});
