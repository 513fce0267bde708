import { readFileSync, writeFileSync } from 'node:fs';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';

/** Draws vega-lite charts as SVG: reads `[{ file, spec }]` from the file named, writes each `file`. */
interface Plot {
  readonly file: string;
  readonly spec: TopLevelSpec;
}

const plots = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Plot[];
for (const { file, spec } of plots) {
  const view = new View(parse(compile(spec).spec), { renderer: 'none' });
  writeFileSync(file, `${await view.toSVG()}\n`);
}
