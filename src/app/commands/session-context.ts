import type { Command } from '../../surfaces/cli/command.ts'

export const sessionContextCommand: Command = {
  name: 'session-context',
  title: "For an agent's hook: the open work of this workspace, in at most 300 tokens",
  positional: [],
  flags: () => [
    { key: 'for', names: ['--for'], takes: 'text', says: 'The agent whose hook format is used.' },
    { key: 'lang', names: ['--lang'], takes: 'text', says: 'en or zh. Default: en.' },
    { key: 'home', names: ['--home'], takes: 'text', says: 'The data folder. Default: that of WUKU_HOME.' },
  ],
  examples: [
    { says: 'What a new session here would see', line: 'wuku session-context' },
    { says: 'In the format of Gemini CLI', line: 'wuku session-context --for gemini' },
  ],
  // Runs at the start of the program, before any settings are read.
  async run() {
    const { readWish, tellSessionContext } = await import('../session-context/tell.ts')
    await tellSessionContext(readWish(process.argv))
    return 'done'
  },
}
