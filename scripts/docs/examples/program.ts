import { type NamedOperation, operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { expressions, idsIn, linesFor } from './resources.ts';
import { agentLine, scenes } from './scenes.ts';

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Source text that replaces certain strings of a value: `session.id` for `Session:c3d9`. */
type Substitutes = Readonly<Record<string, string>>;

/** A value as source text. Bytes are written as a `Uint8Array`. */
export function literal(value: unknown, substitutes: Substitutes = {}, indent = ''): string {
  if (typeof value === 'string') return substitutes[value] ?? quoted(value);
  if (typeof value === 'number') return grouped(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Uint8Array) return `new Uint8Array([${[...value].join(', ')}])`;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => literal(item, substitutes, inner))
    : Object.entries(value).map(
        ([name, item]) =>
          `${identifier.test(name) ? name : quoted(name)}: ${literal(item, substitutes, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= 72) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

function grouped(value: number): string {
  return Number.isInteger(value) && value >= 10_000
    ? String(value).replaceAll(/\B(?=(\d{3})+$)/g, '_')
    : String(value);
}

/** An operation's example, as the parts of a program that runs against the mock. */
export interface ExampleProgram {
  /** The whole program. */
  readonly program: string;
  /** The call alone: `const card = await payments.cards.update(...)`. */
  readonly call: string;
}

function clientLines(isAgent: boolean): string {
  return isAgent
    ? 'const agent = createAgentClient({ baseUrl: mock.connection.baseUrl, accessToken, fetch: mock.fetch });'
    : 'const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });';
}

const noun: Readonly<Record<string, string>> = { list: 'list', delete: '', revoke: '' };

function hasResult({ row }: NamedOperation): boolean {
  return Object.values(row.responses).some((schema) => schema !== null);
}

/** The call of an example: with its stamper if the operation is signed. */
export function callOf(
  operation: NamedOperation,
  substitutes: Substitutes = {},
  input: unknown = exampleOf(operation.name).input,
): string {
  const { name, row } = operation;
  const isSigned = row.signing === 'required';
  const method = name.startsWith('agent.') ? name : `payments.${name}`;
  const text = literal(input, substitutes);
  const args = text === '{}' ? [] : [text, ...(isSigned ? ['{ stamper }'] : [])];
  const result = noun[name.slice(name.lastIndexOf('.') + 1)] ?? 'result';
  const start = hasResult(operation) && result !== '' ? `const ${result} = await ` : 'await ';
  const line = `${start}${method}(${args.join(', ')});`;
  const isLong = args.length > 1 && line.length > 76;
  return isLong ? `${start}${method}(\n${args.map((arg) => `  ${arg},\n`).join('')});` : line;
}

/**
 * The example of an operation as a program that creates a mock with the resources it needs, and
 * calls the operation.
 *
 * @throws Error for an operation that does not exist
 */
export function exampleProgram(name: string): ExampleProgram {
  const operation = operations().find((one) => one.name === name);
  if (operation === undefined) throw new Error(`${name} is not an operation`);
  const scene = scenes[name] ?? {};
  const isAgent = operation.row.auth === 'agent';
  const isSigned = operation.row.signing === 'required';
  const input = scene.input ?? exampleOf(operation.name).input;
  const { before = '', use = {} } = scene;
  const add = { ...(isAgent && { 'Agent:e811': agentLine() }), ...scene.add };
  const ids = [
    ...(isAgent ? ['Agent:e811'] : []),
    ...idsIn(JSON.stringify(input)),
    ...idsIn(before),
    // What a scene adds and nothing names by its id.
    ...Object.keys(add),
    ...(isSigned ? ['stamper'] : []),
  ];
  const call = callOf(operation, { ...expressions, ...use }, input);
  const imports = {
    '@org/payments-mock': 'createMock',
    '@org/payments-sdk': isAgent ? 'createAgentClient' : 'createPaymentsClient',
    ...scene.imports,
  };
  const result = /^const (\w+) =/.exec(call)?.[1];
  const lines = [
    ...Object.entries(imports).map(([from, names]) => `import { ${names} } from '${from}';`),
    '',
    `const mock = createMock(${scene.options ?? ''});`,
    ...linesFor([...new Set(ids)], add),
    clientLines(isAgent),
    ...(before === '' ? [] : [before]),
    '',
    call,
    ...(result === undefined ? ["console.log('done');"] : [`console.log(${result});`]),
  ];
  return { program: `${lines.join('\n')}\n`, call };
}
