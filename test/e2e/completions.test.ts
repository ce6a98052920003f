import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { launcher, openHouse, run } from './cli-house.ts'

const house = openHouse()
beforeAll(async () => {
  await house.wuku('add', house.notes, '--name', 'demo')
  // The scripts ask `wuku`, wherever that is.
  await writeFile(join(house.folder, 'wuku'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`, {
    mode: 0o755,
  })
  for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
    await writeFile(join(house.folder, `c.${shell}`), (await house.wuku('completions', shell)).stdout)
})

/** What a shell offers after some words; the last one is not finished. */
const rows: readonly [words: readonly string[], offered: readonly string[], others?: readonly string[]][] = [
  [['rec'], ['recall']],
  [
    ['recall', '--ki'],
    ['--kinds', '--kind'],
  ],
  [
    ['recall', '--kinds', ''],
    ['code', 'notes', 'chats', 'pads', 'docs'],
  ],
  [['docs', 'imp'], ['import']],
  [['docs', 'import', '--dep'], ['--depth']],
  [['docs', 'which', '--dep'], []],
  [['completions', 'po'], ['powershell']],
  [['connect', 'claude-c'], ['claude-code']],
  [['call', 'find_s'], ['find_symbol']],
  [['recall', '--limit', ''], []],
]

const inBash = (words: readonly string[]): readonly string[] => {
  const typed = ['wuku', ...words].map((word) => `'${word}'`).join(' ')
  const script = `source c.bash; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _wuku; printf '%s\\n' "\${COMPREPLY[@]}"`
  return bash(script)
}

function bash(script: string): readonly string[] {
  const env = { ...house.env, PATH: `${house.folder}:${house.env['PATH']}` }
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: house.folder, env, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

describe('completions', () => {
  it.each(rows)('in bash after %j are %j', (words, offered) => expect(inBash(words)).toEqual(offered))

  it('in bash are names of sources, asked when they are wanted', () => {
    for (const words of [
      ['index', 'de'],
      ['recall', '--source', 'de'],
    ])
      expect(inBash(words)).toEqual(['demo'])
  })

  const installed = ['zsh', 'fish'].filter((shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0)
  it.each([...installed, 'bash'])('parse in %s', async (shell) => {
    const ended = await run([shell, '-n', join(house.folder, `c.${shell}`)], { cwd: house.folder, env: house.env })
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('are for the shells that there are', async () =>
    expect(await house.wuku('completions', 'csh')).toMatchObject({ code: 2, stderr: expect.stringContaining('bash') }))
})
