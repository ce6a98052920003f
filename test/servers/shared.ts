import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL that all tests of a run share, each with schemas of its own. */
    readonly postgres: string
  }
}

let postgres: Postgres | undefined

/**
 * `WUKU_TEST_POSTGRES`: a server that is there already, of another version for instance. Its role `postgres` is a superuser who
 * needs no password.
 */
export async function setup({ provide }: TestProject): Promise<void> {
  const there = process.env['WUKU_TEST_POSTGRES']
  if (!there) postgres = await startPostgres()
  provide('postgres', there || (postgres?.url ?? ''))
}

export async function teardown(): Promise<void> {
  await postgres?.close()
}
