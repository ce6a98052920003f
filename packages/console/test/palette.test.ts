import { describe, expect, it } from 'vitest'
import { placeOfOperation, type ListedOperation } from '../src/keys/operation-places.ts'
import { best, type PaletteItem } from '../src/keys/palette-names.ts'

const named = (group: PaletteItem['group'], label: string, hint = '', words = ''): PaletteItem => ({
  group,
  key: `${group}:${label}`,
  label,
  hint,
  words,
  run: () => {},
})

const items = [
  named('rooms', 'Ask', 'g a'),
  named('rooms', 'Libraries', 'g l'),
  named('sources', 'released-notes'),
  named('operations', 'list-releases', 'Releases of a repository'),
  named('operations', 'repo_map', 'Map of a repository'),
  named('actions', 'Add a user', 'create-user', 'create new person 添加用户 新建用户'),
  named('page', 'Copy link'),
  named('recent', 'tides'),
]

it.each<[query: string, labels: readonly string[]]>([
  ['', ['Copy link', 'tides', 'Ask', 'Libraries']],
  ['create user', ['Add a user']],
  ['user new', ['Add a user']],
  ['新建用户', ['Add a user']],
  ['new moon', []],
  ['reate', []],
  ['copy', ['Copy link']],
  ['tides', []],
  ['lease', ['released-notes']],
  ['release', ['released-notes', 'list-releases']],
  ['map', ['repo_map']],
  ['repository', ['list-releases', 'repo_map']],
  ['ASK', ['Ask']],
])('what is found by its name: %j: %j', (query, labels) =>
  expect(best(items, query).map(({ label }) => label)).toEqual(labels),
)

describe('where an operation is run', () => {
  const operation = (name: string, effect: ListedOperation['effect'], required: readonly string[] = []) =>
    ({ name, title: name, effect, level: 'read', input: { required } }) as const
  it.each<[ReturnType<typeof operation>, boolean, string]>([
    [operation('create-library', 'write', ['name']), false, '/libraries?do=new-library'],
    [operation('create-user', 'write', ['name']), false, '/people?tab=users&do=add-user'],
    [operation('create-user', 'write', ['name']), true, '/people?do=accounts'],
    [operation('add', 'write'), true, '/sources/add'],
    [operation('remove', 'delete', ['source']), true, '/sources'],
    [operation('share', 'write', ['what']), false, '/sources'],
    [operation('move', 'write', ['source', 'folder']), false, '/sources'],
    [operation('growth', 'read'), false, '/reference/growth?do=run'],
    [operation('find_symbol', 'read', ['name']), false, '/reference/find_symbol'],
    [operation('purge-libraries', 'delete'), false, '/reference/purge-libraries'],
  ])('%j, alone: %s: %s', (asked, isLocal, place) => expect(placeOfOperation(asked, isLocal)).toBe(place))
})
