import type { Words } from '../say.ts'
import { accounts } from './accounts.ts'
import { app } from './app.ts'
import { carry, carryPages } from './carry.ts'
import { chats } from './chats.ts'
import { code } from './code.ts'
import { commandLine } from './command-line.ts'
import { commandPages } from './command-pages.ts'
import { commands } from './commands.ts'
import { docs, docsPages } from './docs.ts'
import { doctor } from './doctor.ts'
import { engine } from './engine.ts'
import { feeds } from './feeds.ts'
import { formats } from './formats.ts'
import { helpOverview } from './help-overview.ts'
import { helpSearch } from './help-search.ts'
import { helpServers } from './help-servers.ts'
import { helpStorehouses } from './help-storehouses.ts'
import { models } from './models.ts'
import { notes, notesPages } from './notes.ts'
import { origins } from './origins.ts'
import { pads } from './pads.ts'
import { reasons } from './reasons.ts'
import { servers } from './servers.ts'
import { settings } from './settings.ts'
import { stores } from './stores.ts'
import { words } from './words.ts'
import { nouns } from './nouns.ts'
import { pages } from './pages.ts'

export const chinese: Words = {
  texts: {
    ...accounts,
    ...app,
    ...carry,
    ...chats,
    ...code,
    ...commandLine,
    ...commands,
    ...docs,
    ...doctor,
    ...engine,
    ...feeds,
    ...formats,
    ...helpOverview,
    ...helpSearch,
    ...helpServers,
    ...helpStorehouses,
    ...models,
    ...notes,
    ...origins,
    ...pads,
    ...reasons,
    ...servers,
    ...settings,
    ...stores,
    ...words,
  },
  lines: { ...carryPages, ...commandPages, ...docsPages, ...notesPages, ...pages, ...reasons, ...words },
  nouns,
}
