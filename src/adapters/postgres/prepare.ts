import { Client, type QueryResult } from 'pg'
import { migrate, type Script } from './schema.ts'
import { createExtension } from './vectors/extension.ts'

export interface PreparedSchema {
  readonly url: string
  readonly schema: string
}

/** Brings the schema up to this version, before anything else is asked of it. */
export async function prepareSchema(
  { url, schema }: PreparedSchema,
  then: (script: Script) => Promise<void> = async () => {},
): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const script: Script = {
    query: async (sql) => [(await client.query(sql)) as unknown as QueryResult].flat().at(-1)?.rows ?? [],
  }
  try {
    await migrate(script, schema)
    await createExtension(script)
    await then(script)
  } finally {
    await client.end()
  }
}
