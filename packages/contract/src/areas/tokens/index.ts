export {
  ApiToken,
  apiTokenCreate,
  type NewApiToken,
  tokenPermissions,
} from './schemas.ts';
