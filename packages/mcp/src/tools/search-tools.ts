import { type Fields, isFields, riskOf } from '@org/payments-contract';
import { closestNames } from '@org/payments-contract/internal';
import type { InputIssue } from '@org/payments-sdk';
import { ToolError } from '../errors/mcp-errors.ts';
import { variantRequirements } from './json-schema.ts';
import { type Offer, withheldTools } from './offered.ts';
import { byKey } from './row-facts.ts';
import type { JsonSchema, ObjectSchema } from './schema-types.ts';
import { type Findable, isFinal, ranked } from './search/rank.ts';
import { type PaymentsTool, purposeOf } from './tool.ts';

/** A tool as the protocol lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: Readonly<Record<string, unknown>>;
}

const text = (description: string) => ({ type: 'string', description });

function schema(properties: ObjectSchema['properties'], required: readonly string[]): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const operationName = text('Name of the operation, such as `transactions.list`.');

/** The three tools that find, describe and call every operation. */
export const searchTools: readonly ListedTool[] = [
  {
    name: 'search_operations',
    title: 'Find operations',
    description:
      'Finds operations of the payments API by words, such as `list failed payments` or `freeze card`. Returns names, what each does and its risk.',
    inputSchema: schema(
      {
        query: text('Words of what you want to do.'),
        limit: { type: 'integer', minimum: 1, maximum: 30, description: 'Default 8.' },
      },
      ['query'],
    ),
    annotations: { title: 'Find operations', readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation',
    description:
      'Returns what an operation does, its arguments as JSON Schema, its risk, and whether a person has to approve it. Read this before the first call of an operation.',
    inputSchema: schema({ operation: operationName }, ['operation']),
    annotations: { title: 'Describe an operation', readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'call_operation',
    title: 'Call an operation',
    description:
      'Calls an operation. What moves money, raises authority or cannot be undone is sent only after a person has approved it outside this conversation.',
    inputSchema: schema(
      {
        operation: operationName,
        arguments: {
          type: 'object',
          description: 'The arguments that `describe_operation` shows.',
          additionalProperties: true,
        },
        fields: {
          type: 'array',
          items: { type: 'string' },
          description:
            'Fields of the result to return, such as `status`, or `data.id` of a list; `*` for all. Each item of a list keeps `id` and `status`; without `fields` a list returns a digest of each. `notInResult` names what the result lacks.',
        },
        confirmationId: text('Only where a result asked for a second call with it.'),
      },
      ['operation'],
    ),
    annotations: {
      title: 'Call an operation',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  },
];

/** The name of the tool that reads an outcome, and of the operation that `call_operation` takes for it. */
export const CHECK_OUTCOME = 'check_outcome';

/** Reads whether a lost write was applied: an operation of the server itself, which the contract does not have. */
export const checkOutcomeTool: ListedTool = {
  name: CHECK_OUTCOME,
  title: 'Check an unknown outcome',
  description:
    'Reads whether a change was applied whose call ended with `OUTCOME_UNKNOWN`. Waits up to 20 seconds if it is too early to tell.',
  inputSchema: schema({ reference: text('The `reference` in the result of that call.') }, [
    'reference',
  ]),
  annotations: { title: 'Check an unknown outcome', readOnlyHint: true, openWorldHint: true },
};

/** Whether some of the tools make a change whose outcome a read can show. */
export function canCheckOutcome(tools: readonly PaymentsTool[]): boolean {
  const reads = new Set<string | undefined>(['first-leg', 'list', 'read']);
  return tools.some(
    ({ operation: { row } }) => row.risk !== 'reads' && reads.has(row.reconcile?.by),
  );
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'array')
    return Array.isArray(value) && value.every((one) => isOfType(one, 'string'));
  if (type === 'integer') return Number.isInteger(value);
  return type === 'object' ? isFields(value) : typeof value === type;
}

/** What is wrong with the arguments of one of the three tools, which an operation would not notice. */
export function issuesIn({ name, inputSchema }: ListedTool, given: Fields): InputIssue[] {
  const { properties, required = [] } = inputSchema as ObjectSchema;
  const missing = required.filter((field) => given[field] === undefined);
  const wrong = Object.entries(given).flatMap(([path, value]) => {
    const schema = properties[path];
    if (schema === undefined) {
      const hint =
        'arguments' in properties ? ': what the operation takes belongs in `arguments`' : '';
      return [{ path, message: `is not an argument of ${name}${hint}` }];
    }
    const { type } = schema;
    if (isOfType(value, type)) return [];
    const message = `expected ${type === 'array' ? 'an array of strings' : String(type)}`;
    return [{ path, message }];
  });
  return [...missing.map((path) => ({ path, message: 'is required' })), ...wrong];
}

/** Finds a tool by the name of its operation, or by its own. @throws ToolError */
export function toolNamed(offer: Offer, name: unknown): PaymentsTool {
  const { tools } = offer;
  const wanted = String(name);
  const isNamed = ({ name: own, operation }: PaymentsTool) =>
    operation.name === wanted || own === wanted;
  const found = tools.find(isNamed);
  if (found !== undefined) return found;
  const hidden = withheldTools(offer).find(({ tool }) => isNamed(tool));
  if (hidden !== undefined) {
    const { operation } = hidden.tool;
    throw new ToolError(
      'UNKNOWN_TOOL',
      `${operation.name} is not offered here: ${hidden.because}.`,
      {
        action: 'Tell the person that it exists and why it is not offered.',
      },
    );
  }
  const near = closestNames(
    wanted,
    tools.map(({ operation }) => operation.name),
  );
  const hint = near.length === 0 ? '' : ` The closest are ${near.join(', ')}.`;
  throw new ToolError('UNKNOWN_TOOL', `No operation is named ${wanted.slice(0, 80)}.${hint}`, {
    ...(offer.isSearch && { action: 'Find the operation with `search_operations`.' }),
    facts: { closest: near },
  });
}

/** A tool as what a search looks through. */
export function findableOf({ operation, title, inputSchema }: PaymentsTool): Findable {
  const { name, row } = operation;
  return { operation: name, risk: row.risk, row, title, inputSchema, purpose: purposeOf(name) };
}

/** What a search looks through: what is offered, what is not, and the check of an outcome. */
const findable = byKey((offer: Offer): readonly Findable[] => {
  const { description: purpose } = checkOutcomeTool;
  const own = { ...checkOutcomeTool, operation: CHECK_OUTCOME, purpose, risk: 'reads' };
  const withheld = withheldTools(offer).map(({ tool }) => tool);
  const all = [...offer.tools, ...withheld].map(findableOf);
  return canCheckOutcome(offer.tools) ? [...all, own] : all;
});

/** Among how many of the best an operation that is not offered is named. */
const BEST = 3;

/** Finds operations by words, the best first, and those not offered that are among the best. */
export function searchOperations(offer: Offer, { query, limit }: Fields): object {
  const reasons = new Map<string, string>(
    withheldTools(offer).map(({ tool, because }) => [tool.operation.name, because]),
  );
  const shown = ({ operation, title, risk }: Findable) => ({ operation, title, risk });
  const most = typeof limit === 'number' ? Math.min(Math.max(limit, 1), 30) : 8;
  const all = ranked(findable(offer), String(query ?? ''));
  const offered = all.filter(({ operation }) => !reasons.has(operation));
  // Where what is wished for is not offered, what cannot be undone is not offered in its place.
  const best = reasons.has(all[0]?.operation ?? '') ? offered.splice(0, BEST) : [];
  const milder = [...best.filter((one) => !isFinal(one)), ...best.filter(isFinal)];
  const found = [...milder, ...offered].slice(0, most);
  const hidden = all.slice(0, BEST).flatMap((one) => {
    const because = reasons.get(one.operation);
    return because === undefined ? [] : [{ ...shown(one), notOffered: because }];
  });
  const names = new Set(offer.tools.map(({ operation }) => operation.name.replace(/\.\w+$/, '')));
  return {
    operations: found.map(shown),
    ...(hidden.length > 0 && { notOffered: hidden }),
    ...(found.length + hidden.length === 0 && { resources: [...names] }),
  };
}

export function describeOperation(offer: Offer, { operation }: Fields): object {
  const { tools } = offer;
  if (operation === CHECK_OUTCOME && canCheckOutcome(tools)) {
    const { description, inputSchema } = checkOutcomeTool;
    return { operation, description, risk: 'reads', arguments: inputSchema };
  }
  const { description, inputSchema, operation: found } = toolNamed(offer, operation);
  const variants = variantRequirements(found.row);
  return {
    operation: found.name,
    description,
    risk: riskOf(found.row, {}) === found.row.risk ? found.row.risk : `up to ${found.row.risk}`,
    ...(variants !== undefined && { variants }),
    arguments: inputSchema,
  };
}
