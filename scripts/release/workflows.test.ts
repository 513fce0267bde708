import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Manifest, publishedPackages, readJson, root } from '../lib/workspace.ts';
import { packedManifest } from '../pack/packed-manifest.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string | number>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const { scripts = {} } = readJson<Manifest>(join(root, 'package.json'));

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, workflow: parse(text) as Workflow };
});

function jobs(workflow: Workflow): Job[] {
  return Object.values(workflow.jobs);
}

describe.each(workflows)('$path', ({ text, workflow }) => {
  test('may only read the repository, unless a job has a reason', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const granted = Object.entries(workflow.jobs).flatMap(([job, { permissions = {} }]) =>
      Object.entries(permissions).map(([name, access]) => `${job}: ${name} ${access}`),
    );
    expect(granted.filter((one) => one.endsWith(' write'))).toEqual(
      'publish' in workflow.jobs
        ? [
            'publish: id-token write',
            'publish-image: packages write',
            'publish-docs: contents write',
          ]
        : [],
    );
  });

  test("does not run a fork's code with this repository's permissions", () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(text).not.toContain('secrets.');
  });

  test('pins each action to a commit and names its version', () => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/);
  });

  test("does not persist the repository's credential, and has a time limit", () => {
    for (const job of jobs(workflow)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
      for (const { uses = '', with: inputs } of job.steps) {
        if (uses.startsWith('actions/checkout@')) {
          expect(inputs).toMatchObject({ 'persist-credentials': false });
        }
      }
    }
  });

  test('runs scripts that exist', () => {
    const commands = jobs(workflow).flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    const named = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:]+)/g)]);
    for (const [, name = ''] of named) expect(scripts).toHaveProperty(name);
  });
});

describe('the release workflow', () => {
  const found = workflows.find(({ path }) => path.endsWith('release.yml'))?.workflow;
  const job = (name: string): Job => {
    const one = found?.jobs[name];
    if (one === undefined) throw new Error(`${name} is not a job of the release workflow`);
    return one;
  };

  test('runs no code of a dependency where it may write', () => {
    const writing = Object.values(found?.jobs ?? {}).filter(({ permissions = {} }) =>
      Object.values(permissions).includes('write'),
    );
    expect(writing).toHaveLength(3);
    for (const { steps } of writing) {
      for (const { run = '' } of steps)
        expect(run).not.toMatch(/npm (?:ci|install|run)|docker (?:build|run)/);
    }
  });

  test('publishes as the manifests of all packages say: for everyone, and with provenance', () => {
    const commands = job('publish').steps.map(({ run = '' }) => run);
    expect(commands.filter((run) => run.includes('npm publish'))).toEqual([
      expect.stringMatching(/npm publish --provenance --access public\b/),
    ]);
    expect(job('publish').permissions).toMatchObject({ 'id-token': 'write' });
    const packages = publishedPackages();
    for (const { manifest } of packages) {
      expect(manifest.publishConfig, manifest.name).toEqual({ access: 'public', provenance: true });
      const packed = packedManifest(manifest, new Set());
      expect(packed.publishConfig).toEqual(manifest.publishConfig);
    }
  });

  test.each(['docs', 'publish-docs'])('%s hands its token to git, and in no argument', (name) => {
    const [step, ...others] = job(name).steps.filter(({ env }) => env !== undefined);
    expect(others).toEqual([]);
    const environment = Object.fromEntries(
      Object.entries(step?.env ?? {}).map(([key, value]) => [key, String(value)]),
    );
    expect(step?.run).not.toContain('TOKEN');
    expect(environment.GITHUB_TOKEN).toMatch(/^\$\{\{ github\.token \}\}$/);
    const filled = execFileSync('git', ['credential', 'fill'], {
      input: 'protocol=https\nhost=github.com\n\n',
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...environment, GITHUB_TOKEN: 'token-of-the-job' },
    });
    expect(filled).toContain('username=x-access-token\npassword=token-of-the-job\n');
  });

  test('pushes with a script that needs no installation', () => {
    const run = job('publish-docs').steps.find((step) => step.run !== undefined)?.run ?? '';
    const [command = '', script = '', ...args] = run.split(' ');
    expect([command, args[0]]).toEqual(['node', 'push']);
    const imported = new Set<string>();
    const follow = (file: string) => {
      if (imported.has(file)) return;
      imported.add(file);
      const text = readFileSync(file, 'utf8');
      for (const [, from = ''] of text.matchAll(/^(?:import|export) [^;]*?from '([^']+)';$/gm)) {
        if (from.startsWith('.')) follow(join(dirname(file), from));
        else expect(`${file} imports ${from}`).toContain(' imports node:');
      }
    };
    follow(join(root, script));
    expect(imported.size).toBeGreaterThan(4);
  });
});
