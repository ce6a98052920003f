import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { noTeam } from '@wuku/settings/team-settings'
import { changeSettings, type Changes } from '@wuku/settings/settings-file'
import { scratchFolder } from '../../../test/scratch.ts'

let home = ''
beforeEach(() => void (home = scratchFolder()))

async function check(before: string, changes: Changes, after: string): Promise<void> {
  const file = join(home, 'settings.yaml')
  if (before !== '') await writeFile(file, before)
  await changeSettings({ home, file, store: join(home, 'wuku.sqlite'), team: noTeam }, changes)
  expect(await readFile(file, 'utf8')).toBe(after)
}

describe('a setting that is written', () => {
  const onnx = { 'models.embedder.provider': 'onnx' } as const
  const written = 'models:\n  embedder:\n    provider: onnx\n'

  it('makes the file', () => check('', onnx, written))
  it('leaves what stands around it', () =>
    check('# mine\ntools: [code] # only\n', onnx, `# mine\ntools: [code] # only\n${written}`))
  it('takes the place of the old one', () =>
    check(
      'models:\n  embedder:\n    provider: openai # mine\n',
      onnx,
      'models:\n  embedder:\n    provider: onnx # mine\n',
    ))
  it('goes where nothing stands below a key', () => check('models:\n', onnx, written))
  it('takes the place of one in one word', () => check('models.embedder.provider: openai\n', onnx, written))
  it('goes, with what then holds nothing', () =>
    check(`${written}workers: 2\n`, { 'models.embedder.provider': undefined }, 'workers: 2\n'))
  it('that was the only one leaves a file that can be read and written again', async () => {
    await check('workers: 2\n', { workers: undefined }, '{}\n')
    await check('', { workers: 3 }, 'workers: 3\n')
  })
  it.each(['null\n', '# mine\n', '~\n'])('is written where the file holds nothing: %j', async (before) => {
    await check(before, { workers: undefined }, before)
    await changeSettings(
      { home, file: join(home, 'settings.yaml'), store: join(home, 'wuku.sqlite'), team: noTeam },
      { workers: 2 },
    )
    expect(await readFile(join(home, 'settings.yaml'), 'utf8')).toContain('workers: 2\n')
  })
  it('that is not there, without a file, makes none', async () => {
    const file = join(home, 'settings.yaml')
    await changeSettings({ home, file, store: join(home, 'wuku.sqlite'), team: noTeam }, { offline: undefined })
    await expect(readFile(file, 'utf8')).rejects.toMatchObject({ code: 'ENOENT' })
  })
  it('that is not there goes without a trace', () =>
    check('workers: 2\n', { 'models.reranker.model': undefined }, 'workers: 2\n'))
})

it('does not write into what is no YAML', () =>
  expect(check('a: [', { 'models.reranker.model': 'x' }, '')).rejects.toMatchObject({ code: 'bad-input' }))
