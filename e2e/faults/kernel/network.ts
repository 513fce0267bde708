import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The addresses inside the namespaces; they lead nowhere else. */
export const addresses = {
  /** The client's end of the link. */
  client: '10.77.0.1',
  /** The service, and after a failover the machine that takes over its address. */
  service: '10.77.0.2',
  /** An unused address on the link. */
  nobody: '10.77.0.53',
} as const;

/** The port of the service. */
export const SERVICE_PORT = 8443;

const execute = promisify(execFile);

/** Runs a command of the network tools; rejects with its output. */
async function command(name: string, ...args: readonly string[]): Promise<void> {
  await execute(name, args);
}

const inNamespaceOf = (pid: number) => ['nsenter', '-t', String(pid), '-n'] as const;

/** The link between the client's namespace, which is ours, and that of another process. */
async function link(name: string, pid: number): Promise<void> {
  const peer = `${name}-peer`;
  await command('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', peer);
  await command('ip', 'link', 'set', peer, 'netns', String(pid));
  const [tool, ...inside] = inNamespaceOf(pid);
  const within = (...args: readonly string[]) => command(tool, ...inside, ...args);
  await within('ip', 'link', 'set', 'lo', 'up');
  await within('ip', 'address', 'add', `${addresses.service}/24`, 'dev', peer);
  await within('ip', 'link', 'set', peer, 'up');
  await command('ip', 'link', 'set', name, 'up');
}

// Retransmission starts after 20 ms instead of 200 ms, so that the kernel gives up soon.
const towards = (device: string) =>
  ['route', 'replace', `${addresses.service}/32`, 'dev', device, 'rto_min', '20ms'] as const;

/** The effect of a rule on packets from the client to the service, or back. */
type Treatment = 'drop' | 'reject with tcp reset' | 'reject with icmp host-unreachable';

/** The client's side of the network, and the faults that can be put into it. */
export class Network {
  readonly #service: number;

  private constructor(service: number) {
    this.#service = service;
  }

  /** Connects our namespace with the service's, and with the machine that can take its address. */
  static async create(service: number, impostor: number): Promise<Network> {
    await command('ip', 'link', 'set', 'lo', 'up');
    await link('service', service);
    await link('impostor', impostor);
    await command('ip', 'address', 'add', `${addresses.client}/32`, 'dev', 'service');
    await command('ip', 'route', 'replace', `${addresses.nobody}/32`, 'dev', 'service');
    const network = new Network(service);
    for (const device of ['service', 'impostor']) {
      await command('sysctl', '-qw', `net.ipv4.conf.${device}.rp_filter=0`);
    }
    await command('sysctl', '-qw', 'net.ipv4.conf.all.rp_filter=0');
    await network.heal();
    return network;
  }

  /** How often the kernel retransmits before it gives up a connection. */
  async retransmissions(count: number): Promise<void> {
    await command('sysctl', '-qw', `net.ipv4.tcp_retries2=${count}`);
  }

  /** The request leaves and arrives; acknowledgements and responses do not come back. */
  async loseResponses(): Promise<void> {
    // Resets pass: they come from machines on the way, not from the service.
    await this.#rule('input', `tcp sport ${SERVICE_PORT} tcp flags & rst == 0`, 'drop');
  }

  /** Treats packets to the service. A rejected one gets the reply of a machine on the way. */
  async treatRequests(treatment: Treatment): Promise<void> {
    await this.#rule('output', `tcp dport ${SERVICE_PORT}`, treatment);
  }

  /** Drops packets to the service that carry data: connections are established, but no data arrives. */
  async dropData(): Promise<void> {
    await this.#rule('output', `tcp dport ${SERVICE_PORT} meta length > 100`, 'drop');
  }

  /** A router on the way reports that the service cannot be reached. */
  async makeUnreachable(): Promise<void> {
    await command('ip', 'route', 'replace', 'unreachable', `${addresses.service}/32`);
  }

  /** Removes the route to the service; a default route does not exist. */
  async removeRoute(): Promise<void> {
    await command('ip', 'route', 'del', `${addresses.service}/32`);
  }

  /** Another machine has the service's address now, and none of its connections. */
  async failOver(): Promise<void> {
    await command('ip', ...towards('impostor'));
    await command('ip', 'neigh', 'flush', 'all');
  }

  /** Takes the service's end of the link down, or up again. */
  async setLink(state: 'up' | 'down'): Promise<void> {
    const [tool, ...inside] = inNamespaceOf(this.#service);
    await command(tool, ...inside, 'ip', 'link', 'set', 'service-peer', state);
  }

  /** Removes every fault. */
  async heal(): Promise<void> {
    await command('nft', 'flush', 'ruleset');
    await command('nft', 'add table inet faults');
    for (const chain of ['input', 'output']) {
      const hook = `{ type filter hook ${chain} priority 0; }`;
      await command('nft', `add chain inet faults ${chain} ${hook}`);
    }
    await this.setLink('up');
    await command('ip', ...towards('service'));
    await this.retransmissions(15);
  }

  async #rule(chain: 'input' | 'output', match: string, treatment: Treatment): Promise<void> {
    await command('nft', `add rule inet faults ${chain} ${match} counter ${treatment}`);
  }
}
