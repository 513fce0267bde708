import { addChangeset, addTest, areaOf, contract, type Decisions, testsOf } from './places.ts';
import { withItem } from './source.ts';
import { AddError, type Tree } from './tree.ts';

/** The file and the constant of an event's row, by a type of it or the group of its prefix. */
export function eventPlace(tree: Tree, type: string) {
  const [group] = type.split('.');
  const files = tree.find(`${contract}/areas/*/*.ts`);
  for (const mark of [`'${type}'`, `'${group}.`]) {
    const path = files.find((file) => {
      const text = tree.read(file);
      return text.includes(mark) && text.includes('= event(');
    });
    const text = path === undefined ? '' : tree.read(path);
    const constant = [...text.matchAll(/const (\w+) = event\(/g)].findLast(
      ({ index }) => index < text.indexOf(mark),
    )?.[1];
    if (path !== undefined && constant !== undefined) return { path, constant };
  }
  return undefined;
}

/** Adds a type of webhook event to the group of its prefix. */
export function addEvent(tree: Tree, type: string): Decisions {
  const [, group = ''] = /^([A-Z][A-Z_]*)\.[A-Z][A-Z_]*$/.exec(type) ?? [];
  if (group === '') throw new AddError('Write the event as <GROUP>.<NAME>: CARD.MELTED');
  const place = eventPlace(tree, type);
  if (place === undefined) {
    throw new AddError(
      `No area has events of the group ${group}: write the first one in its events.ts`,
    );
  }
  const { path, constant } = place;
  if (tree.read(path).includes(`'${type}'`)) throw new AddError(`${type} exists already`);
  tree.edit(path, (before) => withItem(before, [constant, 'types'], `'${type}',`));
  const area = areaOf(path);
  const tests = testsOf(tree, area);
  addTest(tree, tests, type, `which change emits ${type}, and test that it does.`);
  const flow = `e2e/flows/${area}.test.ts`;
  addTest(tree, flow, type, `a flow with a call that emits ${type}.`);
  addChangeset(tree, type.toLowerCase().replaceAll(/[._]/g, '-'), ['contract', 'sdk', 'mock']);
  return [
    `packages/mock/src/areas/${area}: which change emits it (emits of the resource), and its recipe for webhooks.trigger`,
    `${tests}: the change that emits it`,
    `${flow}: a call that emits it; without one, its reason in triggerOnly of packages/mock/src/webhooks/event-types.ts`,
    `${path}: whether the comment and emittedBy of the group still hold`,
  ];
}
