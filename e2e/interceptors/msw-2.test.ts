import { HttpResponse, http } from 'msw-2';
import { setupServer } from 'msw-2/node';
import { interceptorMatrix } from './interceptor-matrix.ts';
import { type Msw, mswTool } from './msw-tool.ts';

const msw = { http, HttpResponse, setupServer } as unknown as Msw;

interceptorMatrix(mswTool('MSW 2', {}, msw));
