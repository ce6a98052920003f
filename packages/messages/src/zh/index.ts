import type { Words } from '../translator.ts'
import carryPages from './carry-pages.json' with { type: 'json' }
import commandLine from './command-line.json' with { type: 'json' }
import commandPages from './command-pages.json' with { type: 'json' }
import commands from './commands.json' with { type: 'json' }
import docsPages from './docs-pages.json' with { type: 'json' }
import helpOverview from './help-overview.json' with { type: 'json' }
import helpSearch from './help-search.json' with { type: 'json' }
import helpServers from './help-servers.json' with { type: 'json' }
import helpStorehouses from './help-storehouses.json' with { type: 'json' }
import notesPages from './notes-pages.json' with { type: 'json' }
import pages from './pages.json' with { type: 'json' }
import { programTexts } from './program-texts.ts'

export const chinese: Words = {
  ...programTexts,
  texts: {
    ...programTexts.texts,
    ...commandLine,
    ...commands,
    ...helpOverview,
    ...helpSearch,
    ...helpServers,
    ...helpStorehouses,
    ...carryPages,
    ...commandPages,
    ...docsPages,
    ...notesPages,
    ...pages,
  },
}
