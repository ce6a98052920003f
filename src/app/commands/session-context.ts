import type { Command } from '../../surfaces/cli/command.ts'

export const sessionContextCommand: Command = {
  name: 'session-context',
  title: 'For the hook of an agent: what is open in this workspace, at most 300 tokens',
  positional: [],
  flags: () => [
    { key: 'for', names: ['--for'], takes: 'text', says: 'The agent that asks, whose form is answered in.' },
    { key: 'lang', names: ['--lang'], takes: 'text', says: 'en or zh. Default: en.' },
    { key: 'home', names: ['--home'], takes: 'text', says: 'The data folder. Default: that of WUKU_HOME.' },
  ],
  examples: [
    { says: 'What a new session here would be told', line: 'wuku session-context' },
    { says: 'As Gemini CLI wants it', line: 'wuku session-context --for gemini' },
  ],
  // Where the program starts, it is run before any settings are read.
  async run() {
    const { readWish, tellSessionContext } = await import('../session-context/tell.ts')
    await tellSessionContext(readWish(process.argv))
    return 'done'
  },
}
