export {
  CounterpartyField,
  customerInfoFieldNames,
  PlatformConfig,
} from './schemas.ts';
