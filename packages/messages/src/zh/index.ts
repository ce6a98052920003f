import type { Words } from '../translator.ts'
import helpSearch from './help-search.json' with { type: 'json' }
import helpServers from './help-servers.json' with { type: 'json' }
import helpStorehouses from './help-storehouses.json' with { type: 'json' }
import pages from './pages.json' with { type: 'json' }
import { programTexts } from './program-texts.ts'

/** With help and pages of commands, which no server says. */
export const chinese: Words = {
  ...programTexts,
  texts: {
    ...programTexts.texts,
    ...helpSearch,
    ...helpServers,
    ...helpStorehouses,
    ...pages,
  },
}
