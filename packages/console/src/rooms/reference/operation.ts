import type { Schema } from './schema-rows.ts'

/** An operation as `GET /api/v1/operations` lists it. */
export interface OperationRow {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly effect: 'read' | 'write' | 'delete'
  readonly level: 'read' | 'write' | 'admin'
  readonly input: Schema
}
