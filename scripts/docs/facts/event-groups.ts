import type { EventRow } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import * as eventAreas from '../../../packages/contract/src/event-areas.ts';
import { docText } from '../../build/types/doc-comment.ts';
import { contractProgram, eventAreasFile } from './row-comments.ts';

/** One group of webhook events with its place in the contract and its doc comment. */
export interface EventGroup {
  /** The area of the contract: `transactions`. */
  readonly area: string;
  readonly row: EventRow;
  readonly comment: string;
}

/** Every group of webhook events of the contract, in the order of its areas. */
export function eventGroups(): EventGroup[] {
  const { checker, exportsOf, file } = contractProgram();
  const areas = exportsOf(file(eventAreasFile));
  return Object.entries(eventAreas).flatMap(([area, members]) => {
    const module = areas.get(area);
    const declared = module === undefined ? [] : checker.getExportsOfModule(module);
    return Object.entries<unknown>(members).flatMap(([name, value]) => {
      const row = eventRows().find((one) => one === value);
      const symbol = declared.find((one) => one.name === name);
      return row === undefined || symbol === undefined
        ? []
        : [{ area, row, comment: docText(symbol) }];
    });
  });
}
