import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL that all tests of a run share, each with schemas of its own. */
    readonly postgres: string
  }
}

let postgres: Postgres | undefined

export async function setup({ provide }: TestProject): Promise<void> {
  postgres = await startPostgres()
  provide('postgres', postgres.url)
}

export async function teardown(): Promise<void> {
  await postgres?.close()
}
