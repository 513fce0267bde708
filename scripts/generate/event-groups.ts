import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EventRow, eventRows } from '@org/payments-contract';
import * as eventAreas from '../../packages/contract/src/event-areas.ts';
import { root } from '../lib/workspace.ts';
import { commentsIn } from './exported-comments.ts';

/** One group of webhook events with its place in the contract and its doc comment. */
export interface EventGroup {
  /** The area of the contract: `transactions`. */
  readonly area: string;
  readonly row: EventRow;
  readonly comment: string;
}

const source = join(root, 'packages', 'contract', 'src');

function fileOf(area: string): string {
  const list = readFileSync(join(source, 'event-areas.ts'), 'utf8');
  const file = new RegExp(`^export \\* as ${area} from '(.+)';$`, 'm').exec(list)?.[1];
  if (file === undefined) throw new Error(`event-areas.ts does not list ${area}`);
  return join(source, file);
}

/** Every group of webhook events of the contract, in the order of its areas. */
export function eventGroups(): EventGroup[] {
  const rows = eventRows();
  return Object.entries(eventAreas).flatMap(([area, members]) => {
    const comments = new Map(commentsIn(fileOf(area)));
    return Object.entries<unknown>(members).flatMap(([name, value]) => {
      const row = rows.find((one) => one === value);
      return row === undefined ? [] : [{ area, row, comment: comments.get(name) ?? '' }];
    });
  });
}
