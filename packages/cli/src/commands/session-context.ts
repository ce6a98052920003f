import type { Command } from '@wuku/terminal/command-types'

export const sessionContextCommand: Command = {
  name: 'session-context',
  title: "For an agent's hook: the open work of this workspace, in at most 300 tokens",
  flags: () => ({
    '--for TEXT': 'The agent whose hook format is used.',
    '--lang TEXT': 'en or zh. Default: en.',
    '--home TEXT': 'The data folder. Default: that of WUKU_HOME.',
  }),
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
