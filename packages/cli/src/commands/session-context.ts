import type { Command } from '@wuku/terminal/command-types'

export const sessionContextCommand: Command = {
  name: 'session-context',
  title: "For an agent's hook: the open work of this workspace, in at most 300 tokens",
  positional: [],
  flags: () => [
    { key: 'for', names: ['--for'], takes: 'text', description: 'The agent whose hook format is used.' },
    { key: 'lang', names: ['--lang'], takes: 'text', description: 'en or zh. Default: en.' },
    { key: 'home', names: ['--home'], takes: 'text', description: 'The data folder. Default: that of WUKU_HOME.' },
  ],
  examples: [
    { description: 'What a new session here would see', line: 'wuku session-context' },
    { description: 'In the format of Gemini CLI', line: 'wuku session-context --for gemini' },
  ],
  // Runs at the start of the program, before any settings are read.
  async run() {
    const { readRequest, printSessionContext } = await import('@wuku/storehouses/print-session-context')
    await printSessionContext(readRequest(process.argv))
    return 'done'
  },
}
