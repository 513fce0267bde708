import {
  errorCodes,
  errorCodesOf,
  errorStatusesOf,
  headerNames,
  metaOf,
  type NamedOperation,
  type OperationRow,
  SIGNATURE_HEADER,
  SignedRequestChallenge,
} from '@org/payments-contract';
import type * as z from 'zod/mini';
import { inlineSchema, type JsonSchema, type SchemaCollection } from './schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

const inlineSignature: readonly Parameter[] = [
  {
    name: SIGNATURE_HEADER,
    in: 'header',
    required: false,
    description: 'The stamp over the payload in the resource; only where it carries one.',
    schema: { type: 'string' },
  },
];

const signedRetry: readonly Parameter[] = [
  {
    name: SIGNATURE_HEADER,
    in: 'header',
    required: false,
    description: 'The stamp over `payloadToSign` of the challenge; only on the signed retry.',
    schema: { type: 'string' },
  },
  {
    name: headerNames.requestId,
    in: 'header',
    required: false,
    description: 'The `requestId` of the challenge; only on the signed retry.',
    schema: { type: 'string' },
  },
];

function isOptional(schema: z.ZodMiniType): boolean {
  return schema.safeParse(undefined).success;
}

function parametersIn(place: Parameter['in'], part: z.ZodMiniObject | undefined): Parameter[] {
  const names: Readonly<Record<string, string>> = place === 'header' ? headerNames : {};
  return Object.entries(part?.shape ?? {}).map(([field, schema]) => ({
    name: names[field] ?? field,
    in: place,
    required: place === 'path' || !isOptional(schema as z.ZodMiniType),
    schema: inlineSchema(schema as z.ZodMiniType),
  }));
}

function parametersOf(row: OperationRow): Parameter[] {
  return [
    ...parametersIn('path', row.params),
    ...parametersIn('query', row.query),
    ...parametersIn('header', row.headers),
    ...(row.signing === 'never' ? [] : row.signing === 'inline' ? inlineSignature : signedRetry),
  ];
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

/** A body as JSON, or as a form whose files are of certain types. */
function bodyContent({ body, media }: OperationRow, schema: JsonSchema): JsonSchema {
  if (media !== 'multipart') return json(schema);
  const { shape = {} } = body as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> };
  const encoding = Object.entries(shape).flatMap(([field, part]) => {
    const types = metaOf(part)?.file?.types;
    return types === undefined ? [] : [[field, { contentType: types.join(', ') }]];
  });
  return { 'multipart/form-data': { schema, encoding: Object.fromEntries(encoding) } };
}

function rejections(row: OperationRow): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(errorCodesOf(row), (code) => errorCodes[code].status);
  const responses = errorStatusesOf(row).map((status) => {
    const codes = (byStatus.get(status) ?? []).map((code) => `\`${code}\``);
    const description =
      codes.length === 0 ? 'Rejected.' : `Rejected: ${codes.join(', ')}, or another code.`;
    return [
      String(status),
      {
        description,
        content: json({ $ref: '#/components/schemas/ErrorBody' }),
        ...(codes.length === 0 ? {} : { 'x-codes': byStatus.get(status) }),
      },
    ];
  });
  return {
    ...Object.fromEntries(responses),
    default: { $ref: '#/components/responses/Rejection' },
  };
}

function responses(name: string, row: OperationRow, schemas: SchemaCollection) {
  const success = Object.entries(row.responses).map(([status, schema]) => [
    status,
    schema === null
      ? { description: 'Done; without a body.' }
      : {
          description: 'Done.',
          content: json(schemas.add(`${name}.result`, schema)),
        },
  ]);
  const challenge = {
    description: 'Nothing is changed yet: stamp `payloadToSign` and send the request again.',
    content: json(schemas.add('SignedRequestChallenge', SignedRequestChallenge)),
  };
  return {
    ...Object.fromEntries(success),
    ...(row.signing === 'required' || row.signing === 'conditional' ? { 202: challenge } : {}),
    ...rejections(row),
  };
}

/** Returns one operation as an OpenAPI object. */
export function operationObject(
  { name, row }: NamedOperation,
  comment: string,
  schemas: SchemaCollection,
): JsonSchema {
  const [summary = name] = comment.split(/(?<=[.])\s/, 1);
  const parameters = parametersOf(row);
  return {
    operationId: name,
    tags: [name.slice(0, name.lastIndexOf('.'))],
    summary: summary.replaceAll(/\s+/g, ' '),
    description: comment,
    security: row.auth === 'none' ? [{}] : [{ [row.auth]: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(row.body === undefined
      ? {}
      : {
          requestBody: {
            required: !isOptional(row.body),
            content: bodyContent(row, schemas.add(`${name}.body`, row.body)),
          },
        }),
    responses: responses(name, row, schemas),
    'x-signing': row.signing,
    'x-retry': row.retry,
    'x-origin': row.origin,
  };
}
