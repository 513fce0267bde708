import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Tree } from '../add/tree.ts';
import { openApiDocument } from '../docs/openapi/document.ts';
import { root } from '../lib/workspace.ts';
import { problemsOf } from '../native-compiler/problems.ts';
import { textViolations } from '../text/check.ts';
import { changesBetween } from './changes.ts';
import { addWebhook, type Part, part } from './document-part.ts';
import { reportOn } from './report.ts';
import { surfaceOf } from './surface.ts';
import { writeStubs } from './write.ts';

const own = openApiDocument();
const contract = surfaceOf(own);

/** Writes what an edited document adds, into a copy in memory. */
function written(edit: (document: Part) => void) {
  const document: Part = structuredClone(own);
  edit(document);
  const { open } = reportOn(changesBetween(contract, surfaceOf(document)), root);
  const tree = new Tree(root);
  return { tree, ...writeStubs(tree, open, document, root) };
}

const fieldsOf = (document: Part, name: string) =>
  part(document, 'components', 'schemas', name, 'properties');

function additions(document: Part): void {
  Object.assign(fieldsOf(document, 'Agent'), { isColourful: { type: 'boolean' } });
  Object.assign(fieldsOf(document, 'cards.update.body'), { colour: { type: 'string' } });
  Object.assign(part(document, 'paths'), {
    '/agents/{agentId}/unused': { post: part(document, 'paths', '/agents/{agentId}', 'patch') },
    '/cards/{id}/limits/{limitId}': { get: part(document, 'paths', '/cards/{id}', 'get') },
  });
  addWebhook(document, 'CARD.UNUSED');
}

const areas = 'packages/contract/src/areas';

test('what a document adds is written as rows, fields and events, each once', () => {
  const { tree, byHand } = written(additions);
  expect(byHand).toEqual([]);
  const agents = tree.read(`${areas}/agents/operations.ts`);
  expect(agents).toContain("method: 'POST',\n  path: '/agents/{agentId}/unused',");
  const schema = tree.read(`${areas}/agents/schemas.ts`);
  expect(schema.match(/isColourful: z\.optional\(z\.boolean\(\)\)/g)).toHaveLength(1);
  const cards = tree.read(`${areas}/cards/operations.ts`);
  expect(cards).toContain("method: 'GET',\n  path: '/cards/{id}/limits/{limitId}',");
  expect(cards).toMatch(/limitId: nonEmpty/);
  const body = tree.read(`${areas}/cards/schemas.ts`);
  expect(body.match(/colour: z\.optional\(z\.string\(\)\)/g)).toHaveLength(1);
  expect(tree.read(`${areas}/cards/events.ts`)).toContain("'CARD.UNUSED'");
});

test('what is written compiles, and says in each place that it is undecided', () => {
  const { tree, decisions } = written(additions);
  const files = tree.changed.filter((path) => path.endsWith('.ts'));
  const sources = new Map(files.map((path) => [join(root, path), tree.read(path)]));
  const problems = problemsOf({
    folder: root,
    extend: './tsconfig.json',
    options: {},
    written: sources,
    checked: [...sources.keys()],
  });
  expect(problems).toEqual([]);
  const undecided = tree.changed.filter((path) =>
    textViolations(path, tree.read(path)).some((one) => /Undecided/.test(one)),
  );
  expect(undecided.length).toBeGreaterThan(6);
  expect(decisions.length).toBeGreaterThan(6);
});

test('what changes the contract, and an operation in a new area, is left to a person', () => {
  const { tree, byHand } = written((document) => {
    part(document, 'paths')['/melons'] = { get: part(document, 'paths', '/cards', 'get') };
    fieldsOf(document, 'Agent').isPaused = { type: 'string' };
  });
  expect(tree.changed).toEqual([]);
  expect(byHand.map(({ change }) => change.kind).sort()).toEqual([
    'operation added',
    'type changed',
  ]);
  expect(byHand.map(({ reason }) => reason).join()).toContain('npm run add -- area');
});
