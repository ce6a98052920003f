import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { faultOf } from '../src/stored-rows.ts'
import { scratchFolder } from '../../../test/scratch.ts'

it.each([
  ['malformed database schema (\u001B]0;x) - near "ebb": syntax error', 'malformed database schema'],
  ['database disk image is malformed', 'database disk image is malformed'],
  [`Unexpected token 'e', "ebb" is not valid JSON`, 'Unexpected token'],
  ['\u202Eebb\u0007', 'ebb'],
  ['"ebb"', 'it holds what cannot be read'],
])('of %j is shown what quotes nothing', (message, shown) => expect(faultOf(new Error(message))).toBe(shown))

it('a damaged schema is refused without a byte of it', async () => {
  const folder = scratchFolder()
  const file = join(folder, 'wuku.sqlite')
  await (await openSqlite(file)).close()
  const bytes = await readFile(file)
  Buffer.from('CREATE TABLX \u001B]0;evil').copy(bytes, bytes.indexOf('CREATE TABLE documents'))
  await writeFile(file, bytes)
  const refusal = { code: 'store-damaged', message: 'The store is damaged: malformed database schema.' }
  await expect(openSqlite(file)).rejects.toMatchObject(refusal)
})
