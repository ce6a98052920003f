import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHouse, type House } from './index-house.ts'

const files = {
  'tides.md': '# Tides\n\nThe moon pulls the sea.\n',
  'plans/harbour.md': '# Harbour\n\nThe cormorant dredges.\n',
  'diary.md': '# Diary\n\nThe secret walrus.\n',
}

interface Moved {
  readonly root: string
  readonly from: string
  readonly members: readonly string[]
  readonly added: number
  readonly changed: number
  readonly moved: number
  readonly removed: number
  readonly unchanged: number
  readonly bytes: number
}

/** A folder of notes that somebody has lived with: a document is forgotten, a folder described, a project named. */
function livedIn(): { readonly house: House; readonly away: string } {
  const house = openHouse(files)
  house.json('add', house.notes, '--name', 'sea', '--no-watch')
  expect(house.run('forget', 'wuku://notes/sea/diary.md').status).toBe(0)
  expect(house.run('context', 'add', 'sea/plans', 'Plans of the harbour').status).toBe(0)
  expect(house.run('project', 'add', 'coast', join(house.notes, 'plans'), 'notes/sea').status).toBe(0)
  return { house, away: join(house.notes, '..', 'elsewhere') }
}

describe('a source that lies elsewhere now', () => {
  it.each<[how: string, carry: (from: string, to: string) => void]>([
    ['moved', renameSync],
    ['copied', (from, to) => cpSync(from, to, { recursive: true })],
  ])('and was %s keeps its index, and all that was said about it', (_, carry) => {
    const { house, away } = livedIn()
    carry(house.notes, away)
    const moved = house.json<Moved>('move', 'notes/sea', away)
    expect(moved).toMatchObject({ from: house.notes, root: away, members: [`coast: ${join(away, 'plans')}`] })
    // Of what was forgotten only hashes are known: it is read to be known again.
    const bytes = files['diary.md'].length
    expect(moved).toMatchObject({ added: 0, changed: 0, moved: 0, removed: 0, unchanged: 2, bytes })
    writeFileSync(join(away, 'tides.md'), '# Tides\n\nThe quokka pulls the sea.\n')
    expect(house.json('index', 'sea')).toMatchObject({ changed: 1, unchanged: 1 })
    expect(house.search('quokka').map(({ file, freshness }) => [file, freshness])).toEqual([['sea/tides.md', 'fresh']])
    expect(house.search('walrus')).toEqual([])
    expect(house.run('context', 'list').stdout).toContain('sea/plans: Plans of the harbour')
    const { sources } = house.json<{ sources: readonly object[] }>('sources')
    expect(sources).toMatchObject([{ name: 'sea', root: away, watch: false }])
  })

  it('is named by its former folder in the settings file until a person changes it there', () => {
    const { house, away } = livedIn()
    const settings = join(house.notes, '..', 'data', 'settings.yaml')
    writeFileSync(settings, `projects:\n  pier: [${join(house.notes, 'plans')}, notes/sea]\n`)
    renameSync(house.notes, away)
    const { stdout } = house.run('move', 'notes/sea', away)
    expect(stdout).toContain(`Change it in settings.yaml, in the project pier: ${join(house.notes, 'plans')}`)
    expect(readFileSync(settings, 'utf8')).toContain(house.notes)
  })

  it('is told to doctor with the command for it', () => {
    const { house, away } = livedIn()
    renameSync(house.notes, away)
    expect(house.run('doctor').stdout).toContain('wuku move notes/sea <folder>')
  })

  it('is not taken for a folder that holds nothing of it, is another source or is not there', () => {
    const { house, away } = livedIn()
    mkdirSync(away)
    writeFileSync(join(away, 'other.md'), '# Other\n')
    const refused = (folder: string): string => house.run('move', 'sea', folder).stderr
    expect(refused(away)).toContain('No file of notes/sea was found in')
    house.json('add', away, '--name', 'other')
    expect(refused(away)).toContain('already belongs to notes/other')
    expect(refused(join(away, 'nowhere'))).toContain('No readable file or folder')
    expect(house.json<{ sources: readonly object[] }>('sources', 'sea').sources).toMatchObject([{ root: house.notes }])
  })
})

it('a library that was taken from a folder follows it', () => {
  const house = openHouse({ 'guide.md': '# Guide\n\nUse the capstan to heave the anchor up slowly.\n' })
  house.run('add', house.notes, '--kind', 'docs', '--name', 'rope', '--version', '1')
  const away = join(house.notes, '..', 'elsewhere')
  renameSync(house.notes, away)
  expect(house.json<Moved>('move', 'rope', away)).toMatchObject({ from: house.notes, root: away, unchanged: 1 })
  expect(house.run('docs', 'refresh', 'rope').status).toBe(0)
  expect(house.run('move', 'rope', join(away, 'nowhere')).status).toBe(1)
})
