import compat from '@mdn/browser-compat-data' with { type: 'json' };
import type { BrowserName, CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { required } from '../../src/platform/required.ts';

const browsers = ['chrome', 'edge', 'firefox', 'safari'] as const;

/** What a page reads below a node of the facts, such as `AbortSignal.timeout`, and the facts. */
function* namesBelow(node: Identifier, owner = ''): Generator<[string, CompatStatement]> {
  for (const name of Object.keys(node)) {
    const child = node[name];
    if (name === '__compat' || child === undefined) continue;
    const bare = name.replace(/_static$/, '');
    const facts = child.__compat;
    if (facts && name === bare && owner !== '') {
      yield [`${owner}prototype.${name}`.replace('Window.prototype.', ''), facts];
    }
    // Facts of the language do not tell static names from others.
    const isOwn = name !== bare || owner === '' || facts?.source_file.startsWith('javascript/');
    if (facts && isOwn) yield [owner + bare, facts];
    yield* namesBelow(child, `${owner}${bare}.`);
  }
}

const known = new Map(
  [compat.api, compat.javascript.builtins ?? {}].flatMap((part) => [...namesBelow(part)]),
);

/** Where a version stands among the releases of a browser; Infinity for one that is not released. */
function placeOf(browser: BrowserName, version: string | false): number {
  const release = compat.browsers[browser].releases[`${version}`.replace('≤', '')];
  return release?.index ?? Number.POSITIVE_INFINITY;
}

/** The first version of a browser in which a name exists without a flag or a prefix; partly is enough. */
function firstVersion(facts: CompatStatement | undefined, browser: BrowserName): string | false {
  const [first = false] = [facts?.support[browser] ?? []]
    .flat()
    .filter((each) => !each.flags && !each.prefix && !each.alternative_name)
    .map((each) => each.version_added)
    .sort((a, b) => placeOf(browser, a) - placeOf(browser, b));
  return first;
}

/** For each browser its name, its first version with each requirement, and the oldest with all of them. */
export const supported = browsers.map((browser) => {
  const versions = required.map((path) => firstVersion(known.get(path), browser));
  const { name } = compat.browsers[browser];
  const inOrder = versions.toSorted((a, b) => placeOf(browser, a) - placeOf(browser, b));
  return { browser, name, versions, oldest: inOrder.at(-1) ?? false };
});

/** The interfaces, methods and built-in objects that one of the oldest versions lacks, as a page reads them. */
export function laterBuiltIns(): readonly string[] {
  return [...known].flatMap(([path, facts]) => {
    const isLater = supported.some(
      ({ browser, oldest }) =>
        placeOf(browser, firstVersion(facts, browser)) > placeOf(browser, oldest),
    );
    return isLater ? [path] : [];
  });
}
