import { commands as said } from '../catalogues/chinese-commands.ts'
import type { Words } from '../translator.ts'
import commandPages from './command-pages.json' with { type: 'json' }
import commands from './commands.json' with { type: 'json' }
import helpSearch from './help-search.json' with { type: 'json' }
import helpServers from './help-servers.json' with { type: 'json' }
import helpStorehouses from './help-storehouses.json' with { type: 'json' }
import pages from './pages.json' with { type: 'json' }
import reasons from './reasons.json' with { type: 'json' }
import { programTexts } from './program-texts.ts'
import words from './words.json' with { type: 'json' }

export const chinese: Words = {
  ...programTexts,
  texts: { ...programTexts.texts, ...said.pairs, ...commands, ...helpSearch, ...helpServers, ...helpStorehouses },
  messages: { ...programTexts.messages, ...said.messages },
  lines: { ...commandPages, ...pages, ...reasons, ...words },
}
