import { type NamedOperation, operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { type Preparation, preparationOf, preparations } from './resources.ts';
import type { Scene } from './scene-parts.ts';
import { scenes } from './scenes.ts';

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

function idsIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? '';
  const prepared = Object.keys(preparations).filter((id) => text.includes(`"${id}"`));
  const others = [...text.matchAll(/"([A-Z]\w*:\w+)"/g)].map(([, id = '']) => id);
  return [...new Set([...prepared, ...others])];
}

/** The preparations that the ids need, each once, in the order of their table. */
function prepared(ids: readonly string[], own: Scene['prepare'] = {}): [string, Preparation][] {
  const wanted = new Set<string>();
  const add = (id: string) => {
    if (wanted.has(id)) return;
    wanted.add(id);
    for (const need of (own[id] ?? preparations[id])?.needs ?? []) add(need);
  };
  for (const id of ids) add(id);
  // A wallet is created together with its first credential, and a signer with the session it is
  // for.
  if (wanted.has('AuthMethod:77b2')) wanted.delete('InternalAccount:40de');
  if (wanted.has('Session:c3d9')) wanted.delete('stamper');
  return [...new Set([...Object.keys(preparations), ...Object.keys(own), ...ids])]
    .filter((id) => wanted.has(id))
    .flatMap((id) => {
      const preparation = own[id] ?? preparationOf(id);
      return preparation === undefined ? [] : [[id, preparation] as [string, Preparation]];
    });
}

const agentPreparation: Preparation = {
  needs: ['Customer:91ab'],
  lines: [
    "const permissions = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'];",
    "const { accessToken } = mock.add.agent({ id: 'Agent:e811', customerId: 'Customer:91ab', policy: { permissions } });",
  ],
};

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
  const ids = [
    ...idsIn(input),
    ...(scene.also ?? []),
    ...(isSigned ? ['stamper'] : []),
    ...(isAgent ? ['Agent:e811'] : []),
  ];
  const own = isAgent ? { 'Agent:e811': agentPreparation, ...scene.prepare } : scene.prepare;
  const preparations = prepared(ids, own);
  const expressions = preparations.flatMap(([id, { expression }]) =>
    expression === undefined ? [] : [[id, expression] as const],
  );
  const call = callOf(operation, { ...Object.fromEntries(expressions), ...scene.use }, input);
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
    ...preparations.flatMap(([, { lines: own }]) => own),
    clientLines(isAgent),
    ...(scene.before ?? []),
    '',
    call,
    ...(result === undefined ? ["console.log('done');"] : [`console.log(${result});`]),
  ];
  return { program: `${lines.join('\n')}\n`, call };
}
