import {
  errorCodes,
  errorCodesOf,
  headerNames,
  metaOf,
  type NamedOperation,
  type OperationRow,
  SIGNATURE_HEADER,
  SignedRequestChallenge,
} from '@org/payments-contract';
import { errorStatusesOf } from '@org/payments-contract/internal/schema';
import type * as z from 'zod/mini';
import type { RowComment } from '../facts/row-comments.ts';
import { inlineSchema, type JsonSchema, jsonContent, type SchemaCollection } from './schemas.ts';

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const signedRetry = [
  header(
    SIGNATURE_HEADER,
    'The stamp over `payloadToSign` of the challenge; only on the signed retry.',
  ),
  header(headerNames.requestId, 'The `requestId` of the challenge; only on the signed retry.'),
];

/** The headers of a signed operation. */
const signatureHeaders = {
  never: [],
  inline: [
    header(
      SIGNATURE_HEADER,
      'The stamp over the payload in the resource; only where it carries one.',
    ),
  ],
  conditional: signedRetry,
  required: signedRetry,
} as const;

function isOptional(schema: z.ZodMiniType): boolean {
  return schema.safeParse(undefined).success;
}

function parametersOf({ params, query, headers, signing }: OperationRow): JsonSchema[] {
  const places = { path: params, query, header: headers };
  const names: Readonly<Record<string, string>> = headerNames;
  const own = Object.entries(places).flatMap(([place, part]) => {
    const shape = (part?.shape ?? {}) as Readonly<Record<string, z.ZodMiniType>>;
    return Object.entries(shape).map(([field, schema]) => ({
      name: place === 'header' ? (names[field] ?? field) : field,
      in: place,
      required: place === 'path' || !isOptional(schema),
      schema: inlineSchema(schema),
    }));
  });
  return [...own, ...signatureHeaders[signing]];
}

/** A body as JSON, or as a form whose files are of certain types. */
function bodyContent({ body, media }: OperationRow, schema: JsonSchema): JsonSchema {
  if (media !== 'multipart') return jsonContent(schema);
  const { shape = {} } = body as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> };
  const encoding = Object.entries(shape).flatMap(([field, part]) => {
    const types = metaOf(part)?.file?.types;
    return types === undefined ? [] : [[field, { contentType: types.join(', ') }]];
  });
  return { 'multipart/form-data': { schema, encoding: Object.fromEntries(encoding) } };
}

function rejections(row: OperationRow): Record<string, JsonSchema> {
  const responses = errorStatusesOf(row).map((status) => {
    const codes = errorCodesOf(row).filter((code) => errorCodes[code].status === status);
    const listed = codes.map((code) => `\`${code}\``).join(', ');
    return [
      String(status),
      {
        description: listed === '' ? 'Rejected.' : `Rejected: ${listed}, or another code.`,
        content: jsonContent({ $ref: '#/components/schemas/ErrorBody' }),
        ...(codes.length === 0 ? {} : { 'x-codes': codes }),
      },
    ];
  });
  return {
    ...Object.fromEntries(responses),
    default: { $ref: '#/components/responses/Rejection' },
  };
}

function responsesOf(name: string, row: OperationRow, schemas: SchemaCollection) {
  const success = Object.entries(row.responses).map(([status, schema]) => [
    status,
    schema === null
      ? { description: 'Done; without a body.' }
      : { description: 'Done.', content: jsonContent(schemas.add(`${name}.result`, schema)) },
  ]);
  const challenge = {
    description: 'Nothing is changed yet: stamp `payloadToSign` and send the request again.',
    content: jsonContent(schemas.add('SignedRequestChallenge', SignedRequestChallenge)),
  };
  const isChallenged = row.signing === 'required' || row.signing === 'conditional';
  return {
    ...Object.fromEntries(success),
    ...(isChallenged ? { 202: challenge } : {}),
    ...rejections(row),
  };
}

/** Returns one operation as an OpenAPI object. */
export function operationObject(
  { name, row }: NamedOperation,
  { text, origin }: RowComment,
  schemas: SchemaCollection,
): JsonSchema {
  const [summary = name] = text.split(/(?<=[.])\s/, 1);
  const parameters = parametersOf(row);
  const requestBody = row.body && {
    required: !isOptional(row.body),
    content: bodyContent(row, schemas.add(`${name}.body`, row.body)),
  };
  return {
    operationId: name,
    tags: [name.slice(0, name.lastIndexOf('.'))],
    summary: summary.replaceAll(/\s+/g, ' '),
    description: text,
    security: row.auth === 'none' ? [{}] : [{ [row.auth]: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(name, row, schemas),
    'x-signing': row.signing,
    ...(row.legs && { 'x-legs': row.legs }),
    'x-retry': row.retry,
    'x-origin': origin,
  };
}
