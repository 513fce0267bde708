export { type OpenTelemetryOptions, openTelemetry } from './observer.ts';
