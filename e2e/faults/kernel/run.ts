import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWithApt, which } from '../../../scripts/browser.ts';
import { addresses } from './network.ts';

/**
 * Runs the suite of kernel faults in its own network namespace: `npm run test:kernel`. Further
 * arguments are passed to vitest. If the machine lacks the tools, they are installed by apt; if it
 * does not permit namespaces, the run fails with a message.
 */
const tools: Readonly<Record<string, string>> = {
  unshare: 'util-linux',
  nsenter: 'util-linux',
  ip: 'iproute2',
  nft: 'nftables',
  openssl: 'openssl',
};

function fail(message: string): never {
  console.error(`The kernel faults cannot run: ${message}`);
  process.exit(1);
}

function run(failure: string, command: string, ...args: readonly string[]): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) fail(`${failure}:\n${error?.message ?? `${stdout}${stderr}`}`);
}

process.env.PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
const isRoot = process.getuid?.() === 0;

if (process.platform !== 'linux') fail(`they need Linux, and this is ${process.platform}.`);
const missing = Object.keys(tools).filter((tool) => which(tool) === undefined);
if (missing.length > 0) installWithApt(...missing.map((tool) => tools[tool] ?? tool));
const namespaces = ['--net', '--mount', ...(isRoot ? [] : ['--user', '--map-root-user'])];
run('this machine does not permit network namespaces', 'unshare', ...namespaces, 'true');

const folder = mkdtempSync(join(tmpdir(), 'kernel-faults-'));
const resolver = join(folder, 'resolv.conf');
writeFileSync(resolver, `nameserver ${addresses.nobody}\noptions timeout:1 attempts:1\n`);
// A certificate for the service in the namespace, which only this run trusts.
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
run(
  'openssl could not make a certificate',
  ...(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] as const),
  ...['-nodes', '-days', '2', '-subj', '/CN=kernel faults', '-keyout', key, '-out', cert],
  ...['-addext', `subjectAltName=IP:${addresses.service}`],
);
const vitest = ['vitest', 'run', '--config', 'vitest.suites.ts', '--project', 'kernel'];
const { status } = spawnSync(
  'unshare',
  [
    ...namespaces,
    'sh',
    '-c',
    `mount --bind ${resolver} /etc/resolv.conf && exec npx "$@"`,
    'sh',
    ...vitest,
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      KERNEL_FAULTS_CERT: cert,
      KERNEL_FAULTS_KEY: key,
      NODE_EXTRA_CA_CERTS: cert,
    },
  },
);
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
