import type { Words } from '../say.ts'
import { carryPages } from './carry.ts'
import { commandLine } from './command-line.ts'
import { commandPages } from './command-pages.ts'
import { commands } from './commands.ts'
import { docsPages } from './docs.ts'
import { helpOverview } from './help-overview.ts'
import { helpSearch } from './help-search.ts'
import { helpServers } from './help-servers.ts'
import { helpStorehouses } from './help-storehouses.ts'
import { notesPages } from './notes.ts'
import { pages } from './pages.ts'
import { reasons } from './reasons.ts'
import { told } from './told.ts'
import { words } from './words.ts'

export const chinese: Words = {
  ...told,
  texts: {
    ...told.texts,
    ...commandLine,
    ...commands,
    ...helpOverview,
    ...helpSearch,
    ...helpServers,
    ...helpStorehouses,
  },
  lines: { ...carryPages, ...commandPages, ...docsPages, ...notesPages, ...pages, ...reasons, ...words },
}
