import * as z from 'zod';
import { integer, resource } from '../primitives.ts';

/** Items on one page of a list, when the caller does not say. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** The query fields every list has. */
export const pageQuery = {
  /** Items per page, 1 to 100; 20 when left out. */
  limit: integer.min(1).max(MAX_PAGE_SIZE).optional(),
  /** Position from a previous page's `nextCursor`. */
  cursor: z.string().min(1).optional(),
};

/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  hasMore: boolean;
  /** Present only when there is a further page. */
  nextCursor?: string | undefined;
  /** All items that match, whatever the page. */
  totalCount?: number | undefined;
}

/** The schema of one page of `item`. */
export function page<Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> {
  return resource({
    data: z.array(item),
    hasMore: z.boolean(),
    nextCursor: z.string().optional(),
    totalCount: integer.optional(),
  });
}
