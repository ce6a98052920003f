import type { Flag } from './command-types.ts'

/** Flags that every command has. */
export const commonFlags: readonly Flag[] = [
  { key: 'json', names: ['--json'], takes: 'nothing', description: 'Print the answer as JSON.' },
  {
    key: 'quiet',
    names: ['--quiet', '-q'],
    takes: 'nothing',
    description: 'No progress, no hints; a change that went well says nothing.',
  },
  { key: 'help', names: ['--help', '-h'], takes: 'nothing', description: 'Show this help.' },
]

/** For commands that look for something. */
export const failEmptyFlag: Flag = {
  key: 'failEmpty',
  names: ['--fail-empty'],
  takes: 'nothing',
  description: 'End with 1 if nothing is found, as grep does.',
}

/** For a command of which one action looks for something. */
export const failEmptySearch: Flag = {
  ...failEmptyFlag,
  description: 'search: end with 1 if nothing is found, as grep does.',
}

export const kebab = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
