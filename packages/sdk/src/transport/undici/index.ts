export {
  type UndiciDispatcherOptions,
  type UndiciPoolOptions,
  type UndiciTransport,
  undiciTransport,
} from './undici-transport.ts';
