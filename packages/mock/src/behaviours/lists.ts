import { DEFAULT_PAGE_SIZE, type InternalAccount } from '@org/payments-contract';
import { plain } from '../engine/behaviour.ts';
import { type CardRecord, cardView } from '../store/records.ts';
import { all, pageAnswer, positionOf, sortsDescending } from './shared.ts';

/** Documents (rules 73 to 75). */
export const listDocuments = plain<'documents.list'>({
  answer(call) {
    const { documentHolder: value, cursor, limit } = call.input;
    const page = call.world.store.tables.documents.page({
      where: value === undefined ? undefined : { index: 'documentHolder', value },
      descending: sortsDescending(call),
      after: positionOf(call, cursor),
      limit: limit ?? DEFAULT_PAGE_SIZE,
    });
    return pageAnswer(page);
  },
});

/** Cards, newest first. */
export const listCards = plain<'cards.list'>({
  answer(call) {
    const { cardholderId, accountId, platformCardId, state, cursor, limit, sortOrder } = call.input;
    const page = call.world.store.tables.cards.page({
      where:
        cardholderId === undefined ? undefined : { index: 'cardholderId', value: cardholderId },
      filter: all<CardRecord>(
        accountId === undefined
          ? undefined
          : ({ fundingSources }) => fundingSources.some((id) => id === accountId),
        platformCardId === undefined ? undefined : (card) => card.platformCardId === platformCardId,
        state === undefined ? undefined : (card) => card.state === state,
      ),
      descending: sortOrder !== 'asc',
      after: positionOf(call, cursor),
      limit: limit ?? DEFAULT_PAGE_SIZE,
    });
    return pageAnswer({ ...page, records: page.records.map(cardView) });
  },
});

/** Accounts of customers; those of the platform are not among them. */
export const listInternalAccounts = plain<'internalAccounts.list'>({
  answer(call) {
    const { currency, customerId, type, cursor, limit } = call.input;
    const page = call.world.store.tables.accounts.page({
      where:
        customerId === undefined
          ? { index: 'owner', value: 'customer' }
          : { index: 'customerId', value: customerId },
      filter: all<InternalAccount>(
        currency === undefined ? undefined : ({ balance }) => balance.currency.code === currency,
        type === undefined ? undefined : (account) => account.type === type,
      ),
      descending: sortsDescending(call),
      after: positionOf(call, cursor),
      limit: limit ?? DEFAULT_PAGE_SIZE,
    });
    return pageAnswer(page);
  },
});
