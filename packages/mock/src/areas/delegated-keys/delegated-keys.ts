import { type DelegatedKey, delegatedKeyMachine } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';

/** Delegated keys. The end of their binding to a card revokes them, for good. */
export const delegatedKeys = resource({
  name: 'delegatedKeys',
  record: recordOf<DelegatedKey>(),
  id: 'DelegatedKey',
  indexes: ['accountId', 'cardId'],
  states: { field: 'status', machine: delegatedKeyMachine },
});
