import { writeFileSync } from 'node:fs';
import { API_VERSION, operations } from '@org/payments-contract';
import { rowComment } from '../facts/row-comments.ts';
import { operationObject } from './operation-object.ts';
import { type JsonSchema, SchemaCollection } from './schemas.ts';
import { webhooksOf } from './webhooks.ts';

const securitySchemes = {
  platform: {
    type: 'http',
    scheme: 'basic',
    description: "The platform's API token: its id as user name, its client secret as password.",
  },
  agent: {
    type: 'http',
    scheme: 'bearer',
    description: "An agent's access token, bound to its customer and its policy.",
  },
} as const;

function pathsOf(schemas: SchemaCollection): Record<string, Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations()) {
    const { method, path } = operation.row;
    const comment = rowComment(operation.name);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationObject(operation, comment, schemas),
    };
  }
  return paths;
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(): JsonSchema {
  const schemas = new SchemaCollection();
  const paths = pathsOf(schemas);
  const webhooks = webhooksOf(schemas);
  const all = operations();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payments and Embedded Wallet API',
      version: API_VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: `https://{host}/${API_VERSION}`,
        description: 'The base URL ends with the version.',
        variables: { host: { default: 'api.example.com' } },
      },
    ],
    security: [{ platform: [] }],
    tags: [...new Set(all.map(({ name }) => name.slice(0, name.lastIndexOf('.')))), 'webhooks'].map(
      (name) => ({ name }),
    ),
    paths,
    webhooks,
    components: {
      securitySchemes,
      responses: {
        Rejection: {
          description: 'Rejected; `code` names the reason.',
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
          },
        },
      },
      schemas: schemas.toJson(),
    },
  };
}

/** Writes the document: `npm run openapi -- <file>`. */
if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name the file: npm run openapi -- openapi.json');
  writeFileSync(file, `${JSON.stringify(openApiDocument(), undefined, 2)}\n`);
}
