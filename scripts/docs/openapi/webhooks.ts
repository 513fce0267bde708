import type { EventRow } from '@org/payments-contract';
import { WEBHOOK_SIGNATURE_HEADER } from '@org/payments-sdk/webhooks';
import { type EventGroup, eventGroups, firstSentence } from '../facts/row-comments.ts';
import { type JsonSchema, jsonContent, type SchemaCollection } from './schemas.ts';

/** The responses that every endpoint may send, for any event. */
const refusals = {
  400: { description: 'The body could not be read.' },
  401: { description: 'The signature is missing or does not match the body.' },
} as const;
const acknowledgements = {
  '2XX': { description: 'Acknowledged; the event is not delivered again.' },
  409: { description: 'A duplicate; the event is not delivered again.' },
} as const;

const decisions: Readonly<Record<string, string>> = {
  200: 'Approves the payment.',
  202: 'Postpones the decision to a later approve or reject.',
  403: 'Rejects the payment.',
  422: 'Asks for more information about the sender.',
};

const signature = {
  name: WEBHOOK_SIGNATURE_HEADER,
  in: 'header',
  required: true,
  description:
    'Base64 of a DER ECDSA P-256 signature with SHA-256 over the raw body, either bare or as `s` in the JSON text {`v`, `s`}.',
  schema: { type: 'string' },
} as const;

/** A name for the data of a group that has no schema of its own name: `bulkUpload.data`. */
function dataName({ types: [type] }: EventRow): string {
  const word = (type.split('.')[0] ?? type).toLowerCase();
  return `${word.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase())}.data`;
}

function envelope(type: string, row: EventRow, schemas: SchemaCollection): JsonSchema {
  const data = row.data === null ? {} : { data: schemas.add(dataName(row), row.data) };
  return {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        description: 'Names the event; the same in every delivery of it.',
      },
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      ...data,
    },
    required: ['id', 'type', 'timestamp', ...Object.keys(data)],
  };
}

function responsesOf(row: EventRow, type: string, schemas: SchemaCollection): JsonSchema {
  if (row.responses === undefined) return { ...acknowledgements, ...refusals };
  const own = Object.entries(row.responses).map(([status, schema]) => {
    const description = decisions[status] ?? 'Acknowledged.';
    const body = schema && { content: jsonContent(schemas.add(`${type}.${status}`, schema)) };
    return [status, { description, ...body }];
  });
  return { ...Object.fromEntries(own), ...refusals };
}

function pathItem(type: string, { row, comment }: EventGroup, schemas: SchemaCollection) {
  return {
    post: {
      operationId: `webhooks.${type}`,
      tags: ['webhooks'],
      summary: firstSentence(comment),
      description: `${comment}\n\nEmitted by ${row.emittedBy}.`,
      security: [{}],
      parameters: [signature],
      requestBody: { required: true, content: jsonContent(envelope(type, row, schemas)) },
      responses: responsesOf(row, type, schemas),
      'x-redelivered': row.isRetried !== false,
    },
  };
}

/** The `webhooks` of the OpenAPI document: one for each type of event. */
export function webhooksOf(schemas: SchemaCollection): Record<string, JsonSchema> {
  const items = eventGroups().flatMap((group) =>
    group.row.types.map((type) => [type, pathItem(type, group, schemas)] as const),
  );
  return Object.fromEntries(items);
}
