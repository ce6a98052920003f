import { describe, expect, it } from 'vitest'
import { best, type PaletteItem } from '../src/keys/palette-names.ts'

const named = (group: PaletteItem['group'], label: string, hint = ''): PaletteItem => ({
  group,
  key: `${group}:${label}`,
  label,
  hint,
  run: () => {},
})

const items = [
  named('rooms', 'Ask', 'g a'),
  named('rooms', 'Libraries', 'g l'),
  named('sources', 'released-notes'),
  named('operations', 'list-releases', 'Releases of a repository'),
  named('operations', 'repo_map', 'Map of a repository'),
]

describe('what is found by its name', () => {
  const rows: readonly [query: string, labels: readonly string[]][] = [
    ['', ['Ask', 'Libraries']],
    ['lease', ['released-notes']],
    ['release', ['released-notes', 'list-releases']],
    ['map', ['repo_map']],
    ['repository', ['list-releases', 'repo_map']],
    ['ASK', ['Ask']],
  ]
  it.each(rows)('%j: %j', (query, labels) => expect(best(items, query).map(({ label }) => label)).toEqual(labels))
})
