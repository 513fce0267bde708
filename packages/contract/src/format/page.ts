import * as z from 'zod/mini';
import { withDefault, withMeta } from './meta.ts';
import { integer } from './request-values.ts';
import { resource } from './response-values.ts';
import { inUnit } from './units.ts';

/** Default number of items on one page of a list. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** The query fields every paged list has. */
export const pageQuery = {
  /** Items per page, 1 to 100. Default 20. */
  limit: withDefault(
    inUnit(integer.check(z.gte(1), z.lte(MAX_PAGE_SIZE)), 'count'),
    DEFAULT_PAGE_SIZE,
  ),
  /** Position from a previous page's `nextCursor`; left out or empty for the first page. */
  cursor: z.optional(z.string()),
};

/** The order of a list by creation time. Default `desc`, newest first. */
export const sortOrder = withDefault(z.enum(['asc', 'desc']), 'desc');

/** One page of a list. */
export interface Page<Item> {
  /** The items of this page. */
  data: Item[];
  /** Whether another page follows. */
  hasMore: boolean;
  /** Position of the next page; present only if another page follows. */
  nextCursor?: string | undefined;
  /** Number of matching items on all pages. */
  totalCount?: number | undefined;
}

/** A list that is returned as a whole, in one response. */
export interface WholeList<Item> {
  /** All items. */
  data: Item[];
}

/** How a list is returned: page by page, or as a whole. */
export type ListKind = 'paged' | 'whole';

/** Returns the schema of one page of `item`. */
export function page<Item>(item: z.ZodMiniType<Item>): z.ZodMiniType<Page<Item>> {
  return withMeta(
    resource({
      data: z.array(item),
      hasMore: z.boolean(),
      nextCursor: z.optional(z.string()),
      totalCount: z.optional(inUnit(integer, 'count')),
    }),
    { list: 'paged' },
  );
}

/** Returns the schema of a list that is returned as a whole. */
export function whole<Item>(item: z.ZodMiniType<Item>): z.ZodMiniType<WholeList<Item>> {
  return withMeta(resource({ data: z.array(item) }), { list: 'whole' });
}
