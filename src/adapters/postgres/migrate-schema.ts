import { quoted } from './client.ts'
import { type PreparedSchema, withScript } from './prepare.ts'
import { migrate, type MissingSteps, missingSteps } from './schema.ts'
import { createExtension } from './vectors/extension.ts'

export interface SchemaChange extends PreparedSchema {
  /** Role of the program, which reads and writes rows and changes no table. */
  readonly program?: string | undefined
  /** Role that may only read. */
  readonly reader?: string | undefined
  /** Nothing is changed. */
  readonly isDry: boolean
}

export interface ChangedSchema extends MissingSteps {
  readonly grants: readonly string[]
}

/** As the owner of a schema, before programs of a new version start; it makes the schema where there is none. */
export const changeSchema = (change: SchemaChange): Promise<ChangedSchema> =>
  withScript(change, async (script) => {
    const { schema, isDry } = change
    const missing = await missingSteps(script, schema)
    const grants = grantsOf(change)
    if (!isDry) {
      await migrate(script, schema)
      await createExtension(script)
      if (grants.length > 0) await script.query(`BEGIN; ${grants.join('; ')}; COMMIT`)
    }
    return { ...missing, grants }
  })

/** Also for tables that come later. */
function grantsOf({ schema, program, reader }: SchemaChange): readonly string[] {
  const within = `IN SCHEMA ${quoted(schema)}`
  const grants = (role: string, right: string, what: string): readonly string[] => [
    `GRANT ${right} ON ALL ${what} ${within} TO ${quoted(role)}`,
    `ALTER DEFAULT PRIVILEGES ${within} GRANT ${right} ON ${what} TO ${quoted(role)}`,
  ]
  return [
    ...[program, reader].flatMap((role) =>
      role === undefined ? [] : [`GRANT USAGE ON SCHEMA ${quoted(schema)} TO ${quoted(role)}`],
    ),
    ...(program === undefined
      ? []
      : [
          ...grants(program, 'SELECT, INSERT, UPDATE, DELETE', 'TABLES'),
          ...grants(program, 'USAGE, SELECT', 'SEQUENCES'),
          ...grants(program, 'EXECUTE', 'FUNCTIONS'),
          `REVOKE INSERT, UPDATE, DELETE ON ${quoted(schema)}.formats FROM ${quoted(program)}`,
        ]),
    ...(reader === undefined ? [] : [...grants(reader, 'SELECT', 'TABLES'), ...grants(reader, 'SELECT', 'SEQUENCES')]),
  ]
}
