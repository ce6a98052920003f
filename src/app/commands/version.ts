import { printJson } from '../../surfaces/cli/answer.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { readVersion } from '../package.ts'

export const versionCommand: Command = {
  name: 'version',
  title: 'Print the version',
  positional: [],
  flags: () => [],
  examples: [{ says: 'The versions that a report of a fault should name', line: 'wuku version --json' }],
  async run(_input, { terminal, json }) {
    const version = readVersion()
    if (json)
      printJson(terminal.out, { version, node: process.versions.node, platform: `${process.platform}-${process.arch}` })
    else terminal.out.write(`${version}\n`)
    return 'done'
  },
}
