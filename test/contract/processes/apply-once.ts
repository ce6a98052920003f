/** Opens a store that others open at the same moment, and puts one document into a source of its own. */
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { putting, sourceNamed } from '../samples.ts'

const [file = '', name = ''] = process.argv.slice(2)
const store = await openSqlite(file)
const source = await store.addSource(sourceNamed(name))
await store.apply(putting(source.id, [{ path: `${name}.md`, text: `ebb ${name}` }]))
await store.close()
