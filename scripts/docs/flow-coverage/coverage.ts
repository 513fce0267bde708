import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import { triggerOnly } from '../../../packages/mock/src/webhooks/trigger-only.ts';
import { mockSupport } from '../../../packages/mock/test/support/mock-support.ts';
import { eventGroups } from '../../generate/event-groups.ts';
import { root } from '../../lib/workspace.ts';

/** The coverage of one operation. An empty text is a gap. */
export interface OperationCoverage {
  readonly name: string;
  readonly origin: string;
  /** The function of the client, such as `payments.cards.update`. */
  readonly method: string;
  /** The source of the mock's response: a declaration, a behaviour in code, or only the example. */
  readonly mock: string;
  /** Whether the contract has an example: its input and its result. */
  readonly example: string;
  /** Types of event that its calls emitted in the flows; `none` if it changes no state. */
  readonly events: string;
  /** The flows that call it with success, through the SDK and over HTTP. */
  readonly flows: string;
}

/** The coverage of one type of event. */
export interface EventCoverage {
  readonly type: string;
  readonly emittedBy: string;
  /** The operations whose calls emitted it in the flows, or how else the mock emits it. */
  readonly emittedInMock: string;
}

type Recording = Readonly<Record<string, readonly string[]>>;

const folder = join(root, 'e2e/flows/recorded');

/** What each flow recorded, by its name. */
export function recordings(): ReadonlyMap<string, Recording> {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const recorded = Object.entries(JSON.parse(text) as Readonly<Record<string, string>>);
      const kinds = recorded.map(([name, emitted]) => [name, emitted.split(' ').filter(Boolean)]);
      return [file.replace(/\.json$/, ''), Object.fromEntries(kinds) as Recording];
    }),
  );
}

const connection = { baseUrl: 'https://api.example.com/2025-10-13' };
const clients: Readonly<Record<string, unknown>> = {
  payments: createPaymentsClient({ ...connection, tokenId: 'token', clientSecret: 'secret' }),
  agent: createAgentClient({ ...connection, accessToken: 'token' }),
};

/** The function that calls an operation; empty if no client has one. */
function methodOf(name: string): string {
  const path = name.startsWith('agent.') ? name : `payments.${name}`;
  let found: unknown = clients;
  for (const part of path.split('.'))
    found = (found as Record<string, unknown> | undefined)?.[part];
  return typeof found === 'function' ? path : '';
}

/** Returns the coverage of each operation of the contract. */
export function operationCoverage(): readonly OperationCoverage[] {
  const flows = recordings();
  const support = mockSupport();
  return operations().map(({ name, row }) => {
    const calling = [...flows].filter(([, recorded]) => Object.hasOwn(recorded, name));
    const events = new Set(calling.flatMap(([, recorded]) => recorded[name] ?? []));
    return {
      name,
      origin: row.origin,
      method: methodOf(name),
      mock: support.get(name) ?? '',
      example: exampleOf(name) === undefined ? '' : 'yes',
      events: calling.length === 0 ? '' : [...events].sort().join(', ') || 'none',
      flows: calling.map(([flow]) => flow).join(', '),
    };
  });
}

/** Returns the coverage of each type of event. */
export function eventCoverage(): readonly EventCoverage[] {
  const flows = [...recordings().values()];
  return eventGroups().flatMap(({ row }) =>
    row.types.map((type) => {
      const names = flows.flatMap((recorded) =>
        Object.entries(recorded).flatMap(([name, kinds]) => (kinds.includes(type) ? [name] : [])),
      );
      const emitting = [...new Set(names)].sort().map((name) => `\`${name}\``);
      const reason = triggerOnly[type];
      const otherwise =
        reason === undefined
          ? 'other calls or the clock; `payments-mock trigger`'
          : `only \`payments-mock trigger\`: ${reason}`;
      const emittedInMock = emitting.join(', ') || otherwise;
      return { type, emittedBy: row.emittedBy, emittedInMock };
    }),
  );
}
