import { chineseOf } from '../catalogues/chinese.ts'
import cli from '../catalogues/cli.en.json' with { type: 'json' }
import connect from '../catalogues/connect.en.json' with { type: 'json' }
import remote from '../catalogues/remote.en.json' with { type: 'json' }
import terminal from '../catalogues/terminal.en.json' with { type: 'json' }
import zh from '../catalogues/zh-commands.json' with { type: 'json' }
import type { Words } from '../translator.ts'
import commandPages from './command-pages.json' with { type: 'json' }
import commands from './commands.json' with { type: 'json' }
import helpSearch from './help-search.json' with { type: 'json' }
import helpServers from './help-servers.json' with { type: 'json' }
import helpStorehouses from './help-storehouses.json' with { type: 'json' }
import pages from './pages.json' with { type: 'json' }
import { programTexts } from './program-texts.ts'

/** Messages of commands alone: no server says them. */
export const said = chineseOf({ cli, connect, remote, terminal }, zh)

export const chinese: Words = {
  ...programTexts,
  texts: {
    ...programTexts.texts,
    ...commandPages,
    ...commands,
    ...helpSearch,
    ...helpServers,
    ...helpStorehouses,
    ...pages,
  },
  messages: { ...programTexts.messages, ...said.messages },
}
