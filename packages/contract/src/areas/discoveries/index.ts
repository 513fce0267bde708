export { type Institution, UmaProvider } from './schemas.ts';
