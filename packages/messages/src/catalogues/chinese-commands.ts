import { bilingual } from './bilingual.ts'
import { rows as cli } from './cli-messages.ts'
import { rows as connect } from './connect-messages.ts'
import { rows as remote } from './remote-messages.ts'
import { rows as terminal } from './terminal-messages.ts'
import zh from './zh-commands.json' with { type: 'json' }

/** Messages of commands alone: no server says them. */
export const commands = bilingual({ cli, connect, remote, terminal }, zh)
