export { type HttpOptions, listenHttp, type McpHttpServer } from './listen.ts';
