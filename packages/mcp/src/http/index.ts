export { listenHttp, type McpHttpServer } from './listen.ts';
export type { HttpOptions } from './options.ts';
