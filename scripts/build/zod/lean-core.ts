import { type Edit, type Lean, leanSource } from '../lean-source.ts';

/**
 * What the SDK's use of zod's core decides beforehand: values are parsed, never encoded, in one
 * pass; every check is synchronous and none ends a parse early; no schema converts its input, has a
 * default or refers to itself.
 */
const facts: readonly Edit[] = [
  [/(?:asyncResult \|\| )?\b\w+ instanceof Promise/g, 'false'],
  [/ctx\??\.direction === "backward"/g, 'false'],
  [/ctx\??\.direction !== "backward"/g, 'true'],
  [/ctx\??\.skipChecks/g, 'false'],
  [/ctx\?\.async === false/g, 'true'],
  [/const abortEarly = .*;/g, ''],
  [/(?<=if \()abortEarly(?= &&)/g, 'false'],
  [/, (?:ctx\?\.)?abortEarly(?: === true)?(?=\))/g, ''],
  [/zod\.def\.options\.some\(.*=== "defaulted"\)\s*\? "defaulted"\s*: /g, ''],
  [/const memo = core\.globalConfig\.memoizer;(?:\n\s*memo\?\.attach\(inst\);)?/g, ''],
  [/\bmemo \? [^:\n]+ : /g, ''],
  [/payload\.memo(?! =)/g, 'false'],
  ['def.coerce', 'false'],
  [/!(?:inst\._zod\.)?def\.abort\b/g, 'true'],
  [/[\w.]*optin === "defaulted"/g, 'false'],
  [/[\w.]+optin !== "defaulted"/g, 'true'],
];

const schemas: Lean = {
  cuts: [
    // Nothing reads them as Standard Schemas.
    ['get "~standard"() {'],
    ['set "~standard"(value) {'],
    ['if (asyncResult) {'],
    ['const handleCanaryResult = ('],
    // The test of the library makes every schema, whose parts are therefore schemas.
    ['for (const k of allKeys) {'],
    ['def.options.forEach((option, i) => {'],
    // A URL may be asked for its protocol only.
    ['if (def.hostname && !urlHostnameOk('],
  ],
  edits: [
    ...facts,
    [/def\.normalize \? url\.href : /g, ''],
    [/!def\.normalize && /g, ''],
    ['!("normalize" in def) && !("hostname" in def) && ', ''],
    // Patterns are parts of template literals.
    [/inst\._zod\.pattern = (?:def\.pattern \?\? )?regexes\.\w+;/g, ''],
    [/util\.defineLazyInternal\(inst, "pattern", (?:\(zod\) => \{[\s\S]*?\n {4}\}\);|.*\);)/g, ''],
    // The keys of every record are any strings, those of every object are strings.
    ['values && !def.partial', 'false'],
    ['const values = def.keyType._zod.values;', ''],
    ['else if (values) {', 'else if (false) {'],
    [/const checkNumericKey = .*;/g, ''],
    ['if (checkNumericKey)', 'if (false)'],
    ['def.mode === "loose"', 'false'],
    [/typeof key === "symbol" \? `syms.*?` : /g, ''],
    [', memo, syms', ''],
    ['def.unionFallback || ', ''],
    ['!zod.def.unionFallback && ', ''],
    [/const ownSymbols = [\s\S]*?const allKeys = .*;/g, 'const allKeys = keys;'],
    ['const syms = normalized.symbolKeys;', ''],
    [/\n\s*(?:symbolKeys|numKeys: .*|optionalKeys: .*),(?=\n)/g, ''],
    ['const okeys = util.optionalKeys(def.shape);', ''],
    ['inst._zod.version = version;', ''],
    // Nothing is left to wait for.
    ['const proms = [];', ''],
    [/handleCatchall\((?:proms|\[\]), /g, 'handleCatchall('],
    [/if \(proms\.length\) \{\n.*\n\s*\}/g, ''],
    ['proms.length ? Promise.all(proms).then(() => payload) : ', ''],
    [/if \(!proms\.length\)\n(\s*return payload;)\n\s*return Promise\.all[\s\S]*?\}\);/g, '$1'],
    [/let async = false;|if \(!async\)/g, ''],
    // The compiled form of an object does not end early.
    [/\n\s*if \((?:\$\{id\}_ab && )?ctx && ctx\.abortEarly\) \{\n.*\n.*\n\s*\}/g, ''],
    [/\n\s*let \$\{id\}_ab = false;|\n\s*if \(iss\.continue !== true\) \$\{id\}_ab = true;/g, ''],
  ],
};

/** What is left out of the files of zod's core and of its English texts. */
const files: Readonly<Record<string, Lean>> = {
  'core/schemas.js': schemas,
  'core/checks.js': {
    edits: [
      [/!def\.abort\b/g, 'true'],
      // The only format of numbers is the integers that a number holds exactly.
      [/def\.format\?\.includes\("int"\)/g, 'true'],
      [/const \[minimum, maximum\] = .*;/g, ''],
      [/input [<>] (?:minimum|maximum)\b/g, 'false'],
      [/typeof def\.value === "object" \? def\.value\.getTime\(\) : /g, ''],
    ],
  },
  'core/core.js': {
    cuts: [['for (const k in proto) {'], ['class Definition extends Parent {']],
    edits: [
      ['params?.Parent ? newError(Definition) : this', 'this'],
      ['const Parent = params?.Parent ?? Object;', ''],
      ['const proto = _.prototype;', ''],
      ['Object.defineProperty(Definition, "name", { value: name });', ''],
      [/if \(params\?\.Parent && .*\n\s*return true;/g, ''],
      [/const pp = .*;\n\s*if \(pp\)\n.*;/g, ''],
      [/let _E = .*;/g, 'let _E = null;'],
    ],
  },
  'core/doc.js': { cuts: [['indented(fn) {'], ['if (typeof arg === "function") {']] },
  'core/errors.js': { edits: [[/= (?=\$constructor\()/g, '= /* @__PURE__ */ ']] },
  // The SDK's own registry: that of the program's zod is not changed.
  'core/registries.js': {
    cuts: [['clear() {'], ['remove(schema) {'], ['has(schema) {']],
    edits: [
      [/\(_a = globalThis\)\.__zod_globalRegistry .*;/g, ''],
      ['globalThis.__zod_globalRegistry', '/* @__PURE__ */ registry()'],
    ],
  },
  'core/util.js': {
    cuts: [['if (params?.message !== undefined) {']],
    edits: [
      ['delete params.message;', ''],
      [
        /export const captureStackTrace = [\s\S]*?;\n/g,
        'export const captureStackTrace = () => {};\n',
      ],
    ],
  },
  'locales/en.js': {
    cuts: [
      [
        'const FormatDictionary = {',
        'const FormatDictionary = { email: "email address", url: "URL", datetime: "ISO datetime", date: "ISO date" };',
      ],
      ['if (issue.inclusive === false) {'],
    ],
    edits: [
      [/\b(?:file|set|map): \{ unit: .*\n/g, ''],
      [/if \(_issue\.format === "(?:ends_with|includes)"\)\n.*\n/g, ''],
      [/case "(?:not_multiple_of|invalid_element)":\n.*\n/g, ''],
    ],
  },
};

/** The file of zod of which a part is left out. */
export const leanFile = /[\\/]zod[\\/]v4[\\/]((?:core|locales)[\\/]\w+\.js)$/;

/** The source of a file of zod's core with what the SDK's schemas reach of it. */
export function leanCoreSource(path: string, source: string): string {
  const file = leanFile.exec(path)?.[1]?.replaceAll('\\', '/') ?? '';
  return leanSource(source, files[file] ?? {}, 'zod/lean-core.ts');
}
