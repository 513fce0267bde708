import type { ConsumerId } from '../../../scripts/lib/consumer-matrix.ts';

/** What a host mounts: the handler of webhooks, or the relay. */
export type Part = 'webhooks' | 'relay';

/** What the documentation leaves to the reader of a block: how the application is made and started. */
interface Around {
  readonly before?: string;
  readonly after?: string;
}

/** A host that serves each part with a program of its own. */
export interface ServerHost extends Readonly<Partial<Record<Part, Around>>> {
  /** The label of its blocks in `docs/webhooks.md` and `docs/relay.md`. */
  readonly label: string;
  /** The command of the toolbox that runs TypeScript, with its arguments; Node when left out. */
  readonly command?: readonly [name: string, ...args: string[]];
  /** Whether it is compiled with `module: commonjs` first. */
  readonly isCompiled?: boolean;
}

const express = "import express from 'express';\nconst app = express();";
const listening: Around = { after: 'app.listen(3000);' };
const fastify: Around = {
  before: "import Fastify from 'fastify';\nconst fastify = Fastify();",
  after: 'await fastify.listen({ port: 3000 });',
};
const onNode: Around = {
  after: "import { serve } from '@hono/node-server';\nserve({ fetch: app.fetch, port: 3000 });",
};
const nest = `import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
@Module({}) class AppModule {}
const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });`;

/** The rows of hosts with a server of their own. */
export type ServerId = Exclude<
  Extract<ConsumerId, `host-${string}`>,
  `host-${'lambda' | 'next' | 'workerd'}${string}`
>;

/** The hosts that run a server of their own, with the code around the blocks of the documentation. */
export const serverHosts: Readonly<Record<ServerId, ServerHost>> = {
  'host-node': { label: 'Node' },
  'host-express': {
    label: 'Express',
    webhooks: listening,
    relay: { before: express, ...listening },
  },
  'host-fastify': { label: 'Fastify', webhooks: fastify, relay: fastify },
  'host-hono': { label: 'Hono', webhooks: onNode, relay: onNode },
  'host-nest': {
    label: 'NestJS',
    isCompiled: true,
    webhooks: { before: nest },
    relay: { before: nest, after: 'await app.listen(3000);' },
  },
  'host-bun': { label: 'Bun', command: ['bun'] },
  'host-deno': {
    label: 'Deno',
    command: [
      'deno',
      ...['run', '--no-lock', '--node-modules-dir=manual', '--no-check', '--no-prompt'],
      ...['--allow-env', '--allow-net', '--allow-read'],
    ],
  },
};
