export { type NodeHttpTransport, nodeHttpTransport } from './node-http-transport.ts';
export type { NodeHttpAgentOptions, NodeHttpPoolOptions, TlsOptions } from './options.ts';
