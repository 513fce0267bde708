import { createPaymentsMcp } from '@org/payments-mcp';
import { expect, test } from 'vitest';
import { connectInMemory, stage } from './stage.ts';

interface Schema {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** A tool as a client passes it on to a model. */
interface Offered {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Schema;
}

/** Keywords that at least one of three large providers refuses, or ignores without saying so. */
const refusedKeywords = [
  '$ref $defs definitions oneOf allOf not const if then else propertyNames patternProperties',
  'exclusiveMinimum exclusiveMaximum multipleOf prefixItems contains dependentRequired',
].flatMap((line) => line.split(' '));

const children = ({ properties = {}, items, anyOf = [] }: Schema): Schema[] => [
  ...Object.values(properties),
  ...(items === undefined ? [] : [items]),
  ...anyOf,
];

const nodes = (schema: Schema): Schema[] => [schema, ...children(schema).flatMap(nodes)];

const depth = (schema: Schema): number => {
  const below = children(schema).map(depth);
  return (schema.properties === undefined ? 0 : 1) + Math.max(0, ...below);
};

/** What is wrong with one part of a schema. */
function findingsOf(node: Schema): string[] {
  const { type, anyOf, enum: values, items, format, required = [], properties = {} } = node;
  const list = Array.isArray(values) ? values : [];
  const isValues =
    values === undefined || (list.length > 0 && list.every((one) => typeof one === 'string'));
  const missing = (required as readonly string[]).filter((name) => !(name in properties));
  return [
    ...refusedKeywords.filter((keyword) => keyword in node),
    ...(typeof type === 'string' || (type === undefined && anyOf !== undefined) ? [] : ['type']),
    ...(type === 'array' && items === undefined ? ['items'] : []),
    ...(isValues && new Set(list).size === list.length ? [] : ['enum']),
    ...(format === undefined || ['date', 'date-time'].includes(String(format))
      ? []
      : [`format ${format}`]),
    ...missing.map((name) => `required ${name}`),
  ];
}

/** What a provider refuses of a tool: of its name, its size or a part of its schema. */
function refusals({ name, description = '', inputSchema }: Offered): string[] {
  const all = nodes(inputSchema);
  const sum = (count: (node: Schema) => number) =>
    all.reduce((total, node) => total + count(node), 0);
  const unionAtRoot = ['anyOf', 'enum'].filter((keyword) => keyword in inputSchema);
  const sizes = {
    // A client puts the name of the server before it.
    name: `mcp__payments__${name}`.length > 64 || !/^[a-z_][\w-]*$/i.test(name),
    description: description === '' || description.length > 1_024,
    nesting: depth(inputSchema) > 5,
    properties: sum(({ properties = {} }) => Object.keys(properties).length) > 100,
    values: sum(({ enum: values }) => (Array.isArray(values) ? values.length : 0)) > 500,
    root: inputSchema.type !== 'object',
  };
  const tooLarge = Object.entries(sizes).flatMap(([what, isRefused]) => (isRefused ? [what] : []));
  return [
    ...tooLarge,
    ...unionAtRoot.map((keyword) => `${keyword} at the root`),
    ...all.flatMap(findingsOf),
  ];
}

async function offered(
  surface: 'search' | 'all',
  as: 'platform' | 'agent',
): Promise<readonly Offered[]> {
  const { payments, agent } = stage();
  const mcp =
    as === 'agent'
      ? createPaymentsMcp({ agent, surface })
      : createPaymentsMcp({
          platform: payments,
          surface,
          allowWrites: true,
          permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
          signingLink: () => 'https://wallet.example.com/sign',
          documentFolders: ['/'],
        });
  const { tools } = await (await connectInMemory(mcp)).listTools();
  return tools as readonly Offered[];
}

test.each([
  ['search', 'platform', 3],
  ['all', 'platform', 100],
  ['all', 'agent', 10],
] as const)('no provider refuses a tool of --tools=%s for a %s', async (surface, as, least) => {
  const tools = await offered(surface, as);
  expect(tools.length).toBeGreaterThanOrEqual(least);
  expect(tools.flatMap((tool) => refusals(tool).map((one) => `${tool.name}: ${one}`))).toEqual([]);
});
