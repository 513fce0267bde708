export type { HttpOptions } from '../options.ts';
export { listenHttp, type McpHttpServer } from './listen.ts';
