import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { withoutTags } from '../../build/types/doc-comment.ts';
import { table } from '../../generate/page.ts';
import { firstSentence } from '../../generate/row-comments.ts';
import { builtDeclarations, type DeclaredEntry } from '../declared-types.ts';
import { type Exported, exportedOf, kinds, sectionOf } from './api-export.ts';
import { type ApiModule, modulesOf } from './api-modules.ts';
import { cell } from './field-table.ts';

/** `sdk-relay-node` of `@org/payments-relay/node`. */
function apiSlug(specifier: string): string {
  return specifier.replace(/^@[^/]+\/payments-/, '').replaceAll('/', '-');
}

/** Where an export is described. */
interface Place {
  readonly entry: DeclaredEntry;
  readonly slug: string;
  readonly anchor: string;
}

/** An entry with its pages, and the symbols that another entry describes. */
interface EntryPages {
  readonly entry: DeclaredEntry;
  readonly modules: readonly ApiModule[];
  readonly elsewhere: readonly (readonly [name: string, place: Place])[];
}

function pageSlug({ specifier }: DeclaredEntry, { name }: ApiModule): string {
  return name === '' ? apiSlug(specifier) : `${apiSlug(specifier)}-${name}`;
}

/** The members of a page by their kind, as its sections have them. */
function inSections({ exported }: ApiModule): readonly (readonly [string, readonly Exported[]])[] {
  const groups = Map.groupBy(exported, ({ kind }) => kind);
  return kinds.flatMap((kind) => {
    const members = groups.get(kind);
    return members === undefined ? [] : [[kind, members] as const];
  });
}

/** The anchors of a page's headings, by name; the site numbers those that differ only in case. */
function anchorsOf(module: ApiModule): ReadonlyMap<string, string> {
  const sections = inSections(module);
  const headings = sections.flatMap(([kind, members]) => [
    kind,
    ...members.map(({ name }) => name),
  ]);
  const counts = new Map<string, number>();
  const anchors = new Map<string, string>();
  for (const name of headings) {
    const id = name.toLowerCase();
    const before = counts.get(id) ?? 0;
    counts.set(id, before + 1);
    anchors.set(name, before === 0 ? id : `${id}-${before}`);
  }
  return anchors;
}

/** Packages in the order in which they describe what several of them export. */
const order = ['contract', 'crypto', 'sdk', 'wallet', 'mock', 'mcp'];

function rank({ packageName }: DeclaredEntry): number {
  return order.findIndex((id) => packageName.endsWith(`-${id}`));
}

/** Each export is described once: in the first package that exports the same declaration. */
function allEntries(): readonly EntryPages[] {
  const declarations = builtDeclarations();
  const keyOf = ({ name, code }: Exported) => `${name}\n${code}`;
  const read = declarations.entries.map((entry) => ({
    entry,
    exported: [...declarations.exportsOf(entry.specifier)].map(([name, symbol]) =>
      exportedOf(name, symbol),
    ),
  }));
  const homes = new Map<string, DeclaredEntry>();
  for (const { entry, exported } of read.toSorted(
    (one, two) => rank(one.entry) - rank(two.entry),
  )) {
    for (const one of exported) {
      if (!homes.has(keyOf(one))) homes.set(keyOf(one), entry);
    }
  }
  const isOwn = (entry: DeclaredEntry, one: Exported) =>
    homes.get(keyOf(one))?.packageName === entry.packageName;
  const places = new Map<string, Place>();
  const found = read.map(({ entry, exported }) => {
    const modules = modulesOf(exported.filter((one) => isOwn(entry, one)));
    for (const module of modules) {
      const anchors = anchorsOf(module);
      for (const one of module.exported) {
        if (homes.get(keyOf(one)) !== entry) continue;
        const anchor = anchors.get(one.name) ?? '';
        places.set(keyOf(one), { entry, slug: pageSlug(entry, module), anchor });
      }
    }
    return { entry, modules, exported };
  });
  return found.map(({ entry, modules, exported }) => ({
    entry,
    modules,
    elsewhere: exported.flatMap((one) => {
      const place = isOwn(entry, one) ? undefined : places.get(keyOf(one));
      return place === undefined ? [] : [[one.name, place] as const];
    }),
  }));
}

function sentence({ comment }: Exported): string {
  return cell(firstSentence(withoutTags(comment)));
}

function modulePage(entry: DeclaredEntry, module: ApiModule): GeneratedPage {
  const { specifier, packageName } = entry;
  const anchors = anchorsOf(module);
  const overview = module.exported
    .filter(({ kind }) => kind !== 'Types')
    .map((one) => [`[\`${one.name}\`](#${anchors.get(one.name)})`, sentence(one)]);
  const title = module.name === '' ? specifier : `${specifier}: ${module.name}`;
  const whole =
    module.name === ''
      ? `What \`${specifier}\` exports, from its published declarations.`
      : `What [\`${specifier}\`](/api/${apiSlug(specifier)}) exports of ${module.name.replace(/-/g, ' ')}, from its published declarations.`;
  const parts = [
    `# ${title}`,
    whole,
    ...(overview.length === 0 ? [] : [table(['Export', 'What it does'], overview)]),
    ...inSections(module).flatMap(([kind, members]) => [`## ${kind}`, ...members.map(sectionOf)]),
  ];
  return {
    slug: pageSlug(entry, module),
    title,
    description: `Exports of ${title}: ${module.exported.length} functions, classes and types.`,
    group: packageName,
    content: `${parts.join('\n\n')}\n`,
  };
}

function links(all: readonly string[]): string {
  return all.length === 0 ? 'None.' : all.join(' · ');
}

/** The list of what an entry takes from another package, each with a link to its description. */
function elsewhereText({ elsewhere }: EntryPages): string[] {
  const groups = Map.groupBy(elsewhere, ([, { entry }]) => entry.specifier);
  return [...groups].map(([specifier, members]) => {
    const names = members.map(
      ([name, { slug, anchor }]) => `[\`${name}\`](/api/${slug}#${anchor})`,
    );
    return `## From ${specifier}\n\n${links(names.toSorted())}`;
  });
}

/** The page that lists the modules of an entry that has several. */
function indexPage(pages: EntryPages): GeneratedPage {
  const { specifier, packageName } = pages.entry;
  const rows = pages.modules.map((module) => {
    const anchors = anchorsOf(module);
    const slug = pageSlug(pages.entry, module);
    const names = module.exported.map(
      ({ name }) => `[\`${name}\`](/api/${slug}#${anchors.get(name)})`,
    );
    return `## ${module.name}\n\n[Page](/api/${slug}): ${links(names)}`;
  });
  const parts = [
    `# ${specifier}`,
    `What \`${specifier}\` exports, from its published declarations, by resource of the service and by kind.`,
    ...rows,
    ...elsewhereText(pages),
  ];
  const count = pages.modules.reduce((sum, { exported }) => sum + exported.length, 0);
  return {
    slug: apiSlug(specifier),
    title: specifier,
    description: `Exports of ${specifier}: ${count} functions, classes and types.`,
    group: packageName,
    content: `${parts.join('\n\n')}\n`,
  };
}

function pagesOf(pages: EntryPages): GeneratedPage[] {
  const { entry, modules } = pages;
  if (modules.length > 1)
    return [indexPage(pages), ...modules.map((one) => modulePage(entry, one))];
  return modules.map((one) => {
    const page = modulePage(entry, one);
    const more = elsewhereText(pages);
    return more.length === 0
      ? page
      : { ...page, content: `${page.content}\n${more.join('\n\n')}\n` };
  });
}

/** The pages of every entry of every package, and one that lists the entries. */
export function apiPages(): GeneratedPage[] {
  const entries = allEntries().map(pagesOf);
  const rows = entries.flatMap(([first]) =>
    first === undefined ? [] : [[`[\`${first.title}\`](/api/${first.slug})`, first.description]],
  );
  const index: GeneratedPage = {
    slug: 'index',
    title: 'API reference',
    description: 'What each package exports.',
    group: '',
    content: `# API reference\n\nWhat each package exports, from its published declarations: what your editor shows.\n\n${table(['Import', 'Has'], rows)}\n`,
  };
  return [index, ...entries.flat()];
}
