import {
  type CustomerImport,
  customerImportMachine,
  findOperation,
  type InputOf,
} from '@org/payments-contract';
import { schemaIssues } from '@org/payments-contract/internal/schema';
import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import type { CallOf, RowOf } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { fieldErrorOf } from '../../engine/field-error.ts';
import { errorBody, invalidField, invalidInput, Refusal } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import { createCustomer } from '../customers/create.ts';

/** A field of CSV, quoted or not, and what ends it (RFC 4180). */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** Reads the rows of a CSV text; undefined for one that is not CSV. Empty lines are left out. */
function rowsOf(text: string): string[][] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const [found, quoted, bare = '', end] = FIELD.exec(text) ?? [];
    if (found === undefined) return undefined;
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',' && FIELD.lastIndex < text.length) continue;
    if (end === ',') row.push('');
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

/** The documented columns whose names are not the paths of fields. Two have no field: left out. */
const columnPaths: Readonly<Record<string, string>> = {
  addressLine1: 'address.line1',
  addressLine2: 'address.line2',
  city: 'address.city',
  state: 'address.state',
  postalCode: 'address.postalCode',
  country: 'address.country',
  businessLegalName: 'businessInfo.legalName',
  businessRegistrationNumber: 'businessInfo.registrationNumber',
  businessTaxId: 'businessInfo.taxId',
  platformAccountId: '',
  description: '',
};

type Fields = Record<string, unknown>;

/** Sets a field by its dotted path; the values of a path that ends in `[]` are separated by `;`. */
function setField(fields: Fields, path: string, value: string): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    const isList = name.endsWith('[]');
    const key = isList ? name.slice(0, -2) : name;
    const content = isList ? value.split(';').map((each) => each.trim()) : value;
    // Defined, not assigned: a column may be named `__proto__`.
    Object.defineProperty(fields, key, { value: content, enumerable: true, configurable: true });
    return;
  }
  const inner = Object.hasOwn(fields, name) ? fields[name] : {};
  if (typeof inner !== 'object') return;
  Object.defineProperty(fields, name, { value: inner, enumerable: true, configurable: true });
  setField(inner as Fields, rest.join('.'), value);
}

/**
 * Reads a table of CSV: a row with the paths of fields, or the documented names of columns, and one for
 * each object. An empty cell, and one that is missing at the end of a row, is a field that is left out.
 *
 * @returns undefined for what is not CSV, or whose rows have more columns than the first
 */
function objectsOf(text: string): readonly Fields[] | undefined {
  const [head = [], ...rows] = rowsOf(text) ?? [];
  if (head.length === 0 || rows.some((row) => row.length > head.length)) return undefined;
  return rows.map((row) => {
    const fields: Fields = {};
    for (const [column, value] of row.entries()) {
      const name = head[column]?.trim() ?? '';
      const path = Object.hasOwn(columnPaths, name) ? columnPaths[name] : name;
      if (value !== '' && path !== '') setField(fields, path ?? name, value);
    }
    return fields;
  });
}

interface CustomerImportRecord extends CustomerImport {
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

const customerImports = resource({
  name: 'customerImports',
  record: recordOf<CustomerImportRecord>(),
  id: 'Job',
  label: 'Import',
  notFound: 'BULK_UPLOAD_JOB_NOT_FOUND',
  states: { field: 'status', machine: customerImportMachine },
  emits: {
    changed: {
      status: ({ status }) => `BULK_UPLOAD.${status}`,
    },
  },
  view: ({ createdAt: _created, updatedAt: _updated, ...job }): CustomerImport => job,
});

type UploadCall = CallOf<'customerImports.upload'>;
type CustomerInput = InputOf<RowOf<'customers.create'>>;

/** Whether a row lacks a field that no column of a business documents, and a request must have. */
function isUndocumented(row: Fields, path: readonly PropertyKey[]): boolean {
  const [outer, inner = ''] = path;
  const info = (row.businessInfo ?? {}) as Fields;
  const isMissing = outer === 'businessInfo' && !Object.hasOwn(info, inner);
  return isMissing && inner !== '' && inner !== 'legalName';
}

/** Adds the customer of a row. Returns why that was refused; undefined if it was not. */
function problemOf(call: UploadCall, row: Readonly<Record<string, unknown>>, number: number) {
  const correlationId = String(row.platformCustomerId ?? number);
  const schema = findOperation('customers.create')?.row.body;
  const found = schema === undefined ? [] : schemaIssues(schema, row);
  const issues = found.filter(({ path }) => !isUndocumented(row, path));
  try {
    if (issues.length > 0) {
      throw invalidInput(issues.map((issue) => fieldErrorOf(issue.path.join('.'), issue)));
    }
    createCustomer(call, row as unknown as CustomerInput);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, details } = errorBody(error) as {
      readonly code: string;
      readonly message: string;
      readonly details?: Record<string, unknown>;
    };
    return { code, message, ...(details === undefined ? {} : { details }), correlationId };
  }
}

export const customerImportsArea = area({
  resources: [customerImports],
  operations: {
    /** Imports the customers of a file. Rows are taken one by one: a refused one stops no other. */
    async 'customerImports.upload'(call) {
      const { world } = call;
      // A form contains files, never paths or streams.
      const rows = objectsOf(await (call.input.file as Blob & { text(): Promise<string> }).text());
      if (rows === undefined) {
        const message = 'is not CSV whose rows have at most the columns of the first one';
        throw invalidField('file', message);
      }
      const none = { total: rows.length, processed: 0, successful: 0, failed: 0 };
      const job = customerImports.add(call, { status: 'PENDING', progress: none });
      const errors = rows.flatMap((row, index) => problemOf(call, row, index + 1) ?? []);
      const successful = rows.length - errors.length;
      const at = world.clock.now();
      scheduleMove(call, customerImports, {
        id: job.id,
        step: 'end',
        at,
        to: successful === 0 ? 'FAILED' : 'COMPLETED',
        fields: {
          progress: { ...none, processed: rows.length, successful, failed: errors.length },
          ...(errors.length === 0 ? {} : { errors }),
          completedAt: iso(at),
        },
      });
      return { body: { jobId: job.id, status: job.status } };
    },
  },
  recipes: {
    BULK_UPLOAD: (scene, status) => {
      const failed = status === 'FAILED' ? 20 : 1;
      const job = customerImports.add(scene, {
        status: status as CustomerImport['status'],
        progress: { total: 20, processed: 20, successful: 20 - failed, failed },
        completedAt: iso(scene.write.now),
      });
      return customerImports.view(job, scene.world);
    },
  },
});
