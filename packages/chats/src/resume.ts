import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { shellText } from '@wuku/text/show/shell-words'
import type { ChatEntry } from './catalogue.ts'
import type { Agent } from './conversation.ts'

/** How a conversation is gone on with. */
export interface Resumption {
  /** For a POSIX shell; `null` when there is none. */
  readonly command: string | null
  /** Address that continues it in a browser. */
  readonly url?: string
  readonly note: string
}

export type Resumable = Pick<ChatEntry, 'id' | 'agent' | 'parent' | 'isArchived' | 'documents'> & {
  readonly project?: string | undefined
}

/** The command that continues a conversation in its program. Ids and folders come from files and are untrusted. */
export function resumptionOf(entry: Resumable): Resumption {
  const { agent, parent } = entry
  // A subagent ended with its task; the conversation that called it can be continued.
  const isCalled = parent?.as === 'subagent'
  const id = isCalled ? parent.id : entry.id
  if (!isPlain(id))
    return { command: null, note: `Its id does not look like one of ${names[agent]}, so it is not put into a command.` }
  const known = ways[agent](id, entry)
  const notes = [
    ...(isCalled ? ['It was started by another conversation; this command resumes that one.'] : []),
    known.note,
    ...(entry.isArchived ? [`${names[agent]} has archived it and may want it restored there first.`] : []),
  ]
  return { ...known, note: notes.filter((note) => note !== '').join(' ') }
}

/** A word that begins with a dash would be read as a flag however it is quoted. */
const isPlain = (id: string): boolean => id !== '' && !id.startsWith('-') && !hasBreaks(id)

export const names: Readonly<Record<Agent, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  cursor: 'Cursor',
  opencode: 'OpenCode',
  aider: 'Aider',
  chatgpt: 'ChatGPT',
  'claude-ai': 'Claude',
  chatwise: 'ChatWise',
}

const IN_ITS_FOLDER = 'Run it in the folder: the program looks for its conversations there.'

const command = (words: string, id: string, note: string): Resumption => ({
  command: `${words} ${shellText(id)}`,
  note,
})

const browse = (url: string, id: string): Resumption => ({
  command: null,
  url: url + encodeURIComponent(id.toWellFormed()),
  note: 'Open it in a browser.',
})

const ways: Readonly<Record<Agent, (id: string, entry: Resumable) => Resumption>> = {
  'claude-code': (id) => command('claude --resume', id, IN_ITS_FOLDER),
  codex: (id) => command('codex resume', id, ''),
  'gemini-cli': (id) => command('gemini --resume', id, IN_ITS_FOLDER),
  cursor: (id, { documents }) =>
    /\.vscdb(?:$|[/@])/.test(documents[0]?.item ?? '')
      ? {
          command: null,
          note: 'It took place in the editor: open the folder in Cursor and choose it from the chat history.',
        }
      : command('cursor-agent --resume', id, 'Conversations of the editor are opened from its chat history instead.'),
  opencode: (id) => command('opencode --session', id, IN_ITS_FOLDER),
  aider: () => ({
    command: 'aider --restore-chat-history',
    note: 'Aider restores its whole history in this folder, not only this conversation.',
  }),
  chatgpt: (id) => browse('https://chatgpt.com/c/', id),
  'claude-ai': (id) => browse('https://claude.ai/chat/', id),
  chatwise: () => ({ command: null, note: 'ChatWise has no command for it: open the app and choose it by its title.' }),
}

/** Characters that could hide from a reader what a command line does. */
export const hasBreaks = (text: string): boolean =>
  /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(text) || withoutHidden(text) !== text
