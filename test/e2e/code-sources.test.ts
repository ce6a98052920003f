import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { compose } from '../../packages/cli/src/compose.ts'
import { readSettings } from '@wuku/settings/app-settings'
import { owner } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { add } from '@wuku/kernel/operations/add'
import type { AddInput, Added } from '../../packages/kernel/src/operations/add-shape.ts'
import { storeOf } from './store.ts'
import { scratchFolder, writeFiles } from '../scratch.ts'

let folder = ''
beforeEach(() => void (folder = scratchFolder()))

async function withEngine<T>(work: (engine: Engine) => Promise<T>, env: Record<string, string> = {}): Promise<T> {
  const home = join(folder, 'home')
  const path = process.env['PATH'] ?? ''
  const surroundings = {
    env: { WUKU_HOME: home, WUKU_WORKERS: '1', PATH: path, ...storeOf(home), ...env },
    platform: process.platform,
    userFolder: home,
  }
  const engine = await compose(await readSettings(surroundings), surroundings)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

function plant(files: Readonly<Record<string, string>>): void {
  writeFiles(folder, files)
}

const callAdd = async (engine: Engine, input: Partial<AddInput>) => {
  const asked = add.input.parse({ noIndex: true, ...input })
  const signal = new AbortController().signal
  const output = await add.run(asked, { engine, caller: owner('test'), signal, progress: () => {} })
  const { registered } = output as Added
  return { registered, text: add.render(output, asked)[0]?.text ?? '' }
}

const git = (...given: readonly string[]): void =>
  void execFileSync('git', [
    '-C',
    join(folder, 'repo'),
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.com',
    ...given,
  ])

describe('a folder that is added without a kind', () => {
  it('is recognised; where that is doubtful, --verbose says how to choose another', async () => {
    plant({
      'repo/go.mod': 'module x',
      'notes/a.md': '# A',
      'mixed/a.md': '# A',
      'mixed/b.py': 'pass',
      'other/a.md': '# A',
      'other/b.py': 'pass',
    })
    const added = await withEngine(async (engine) => [
      await callAdd(engine, { root: join(folder, 'repo') }),
      await callAdd(engine, { root: join(folder, 'notes') }),
      await callAdd(engine, { root: join(folder, 'mixed') }),
      await callAdd(engine, { root: join(folder, 'other'), verbose: true }),
    ])
    expect(added.map(({ registered: [first], text }) => [first?.kind, first?.mayBe, text.split('\n')[1]])).toEqual([
      ['code', undefined, 'Not indexed yet: run "wuku index".'],
      ['notes', undefined, 'Not indexed yet: run "wuku index".'],
      ['notes', 'code', 'Not indexed yet: run "wuku index".'],
      [
        'notes',
        'code',
        `It looks like notes. If it is code: wuku remove notes/other, then wuku add ${folder}/other --kind code`,
      ],
    ])
  })
  it('is what its user says it is, and stays it', async () => {
    plant({ 'repo/go.mod': 'module x' })
    const root = join(folder, 'repo')
    const added = await withEngine(async (engine) => [
      await callAdd(engine, { root, kind: 'notes' }),
      await callAdd(engine, { root, watch: true }),
      await callAdd(engine, { root, kind: 'code' }),
    ])
    expect(added.map(({ registered: [first] }) => [first?.kind, first?.mayBe])).toEqual([
      ['notes', undefined],
      ['notes', undefined],
      ['code', undefined],
    ])
  })
})

describe('a repository', () => {
  const indexed = (engine: Engine) => engine.index.update({ sources: ['code/repo'] })

  it('has its commits indexed beside its files, and only new ones again', async () => {
    plant({ 'repo/main.go': 'package main\n' })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'Begin with nothing')
    const reports = await withEngine(async (engine) => {
      await callAdd(engine, { root: join(folder, 'repo') })
      const [first, again] = [await indexed(engine), await indexed(engine)]
      git('commit', '-q', '--allow-empty', '-m', 'Say why')
      return [first, again, await indexed(engine)]
    })
    expect(reports.map(({ added, changed, unchanged, problems }) => ({ added, changed, unchanged, problems }))).toEqual(
      [
        { added: 2, changed: 0, unchanged: 0, problems: [] },
        { added: 0, changed: 0, unchanged: 2, problems: [] },
        { added: 0, changed: 1, unchanged: 1, problems: [] },
      ],
    )
  })
  it('is indexed without commits where none are wanted', async () => {
    plant({ 'repo/main.go': 'package main\n' })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'Begin')
    const report = await withEngine(
      async (engine) => {
        await callAdd(engine, { root: join(folder, 'repo') })
        return indexed(engine)
      },
      { WUKU_CODE_COMMITS: '0' },
    )
    expect(report.added).toBe(1)
  })
  it('answers what it remembers', async () => {
    plant({ 'repo/main.go': 'package main\n' })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'Begin')
    const blamed = await withEngine(async (engine) => {
      await callAdd(engine, { root: join(folder, 'repo') })
      const history = await engine.files.historyOf(await engine.sources.named('repo'))
      return history.blame('main.go', { from: 1, to: 1 })
    })
    expect(blamed.map(({ commit }) => commit?.subject)).toEqual(['Begin'])
  })
})
