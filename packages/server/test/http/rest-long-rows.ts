import { expect } from 'vitest'
import { failure, L, type Row } from './rest-rows.ts'

export const sea = 'https://github.com/sea/docs'
const job = { job_id: expect.any(String) }

/** After the rows above. */
export const longRows: readonly Row[] = [
  {
    asks: `POST ${L}/import`,
    body: { url: sea, ref: 'v1', visibility: 'team' },
    has: { library: 'Sea', version: 'v1', success_count: 1, ...job },
  },
  {
    asks: `POST ${L}/import`,
    body: { url: sea, ref: 'v1' },
    status: 409,
    has: { ...failure('conflict', 'v1'), ...job },
  },
  {
    asks: `POST ${L}/import`,
    body: { url: sea, ref: 'v1', library_id: 'Sea' },
    status: 409,
    has: failure('conflict', 'v1'),
  },
  {
    asks: `POST ${L}/github/import`,
    body: { repo: 'sea/docs', tag: 'v2', library_id: 'Sea' },
    has: { version: 'v2', ...job },
  },
  { asks: `POST ${L}/import`, body: { url: sea, library_id: 99 }, status: 404, has: failure('not-found') },
  { asks: `POST ${L}/import`, body: {}, status: 400, has: failure('bad-input', '"url" is missing') },
  { asks: `POST ${L}/import`, body: { url: 'file:///etc' }, status: 400, has: failure('bad-input') },
  {
    asks: `POST ${L}/import`,
    body: { url: 'https://me:secret@github.com/a/b' },
    status: 400,
    has: failure('bad-input'),
  },
  { asks: `POST ${L}/import`, body: { url: sea, colour: 1 }, status: 400, has: failure('bad-input', '"colour"') },
  {
    asks: `POST ${L}/import`,
    body: { url: 'https://github.com/sea/gone' },
    status: 404,
    has: { ...failure('not-found'), ...job },
  },
  { asks: `POST ${L}/Sea/versions`, body: { version: 'v3', ref: 'main' }, has: { version: 'v3', ...job } },
  { asks: `POST ${L}/Sea/versions`, body: { version: 'v3', ref: 'main' }, status: 409, has: failure('conflict', 'v3') },
  { asks: `POST ${L}/Sea/versions`, body: { version: 'v4' }, status: 404, has: failure('not-found', 'v4') },
  {
    asks: `POST ${L}/ledger/versions`,
    body: { version: '2.0' },
    status: 201,
    has: { name: 'ledger', default_version: null, owner: 'local' },
  },
  { asks: `POST ${L}/ledger/versions`, body: { version: '2.0' }, status: 409, has: failure('conflict', '2.0') },
  { asks: `POST ${L}/ledger/versions`, body: {}, status: 400, has: failure('bad-input', '"version" is missing') },
  { asks: `POST ${L}/99/versions`, body: { version: '1' }, status: 404, has: failure('not-found') },
  { asks: `POST ${L}/Sea/versions/v1/refresh`, body: {}, has: { version: 'v1', ...job } },
  { asks: `POST ${L}/Sea/refresh`, body: { rebuild: true }, has: { version: 'v3', ...job } },
  { asks: `POST ${L}/Sea/versions/v9/refresh`, body: {}, status: 404, has: failure('not-found', 'v9') },
  { asks: `POST ${L}/Sea/refresh`, body: { rebuild: 'maybe' }, status: 400, has: failure('bad-input', 'rebuild') },
  { asks: `POST ${L}/billing/documents/retry`, body: {}, has: { failed_count: 1, ...job } },
  { asks: 'POST /api/v1/operations/retry-documents', body: { library: 'billing' }, has: { failed_count: 1, ...job } },
]
