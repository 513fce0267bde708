import { DEFAULT_PAGE_SIZE } from '@org/payments-contract';
import { plain } from '../engine/behaviour.ts';
import { pageAnswer, positionOf } from './shared.ts';

/** Documents, oldest first (rules 73 to 75). */
export const listDocuments = plain<'documents.list'>({
  answer(call) {
    const { documentHolder: value, cursor, limit } = call.input;
    const page = call.world.store.tables.documents.page({
      where: value === undefined ? undefined : { index: 'documentHolder', value },
      descending: call.world.settings.choices.listOrder === 'newest-first',
      after: positionOf(call, cursor),
      limit: limit ?? DEFAULT_PAGE_SIZE,
    });
    return pageAnswer(page);
  },
});
