import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clients } from '@wuku/connect/clients'
import { examineHooks, readLastSeen } from '../../src/doctor/hooks.ts'
import { scratchFolder } from '../../../../test/scratch.ts'

const at = Date.UTC(2026, 10, 29, 18, 5)

type Row = readonly [
  what: string,
  installed: readonly (readonly [client: string, ...parts: ('server' | 'guide' | 'hook')[]])[],
  said: readonly string[],
]

it.each<Row>([
  [
    'that has reported',
    [['gemini', 'server', 'hook']],
    ['Gemini CLI has a hook, and reported an event last at 2026-11-29 18:05 UTC.'],
  ],
  ['that has reported nothing', [['cursor', 'hook']], ['Cursor has a hook, and has reported no event yet.']],
  ['with a plugin', [['opencode', 'hook']], ['opencode has a hook, and has reported no event yet.']],
  [
    'that waits for its user',
    [['codex', 'server', 'hook']],
    [
      'Codex has a hook, and has reported no event yet. Codex runs a new or changed hook once you have trusted it: start codex and enter /hooks.',
    ],
  ],
  [
    'without a hook',
    [['qwen-code', 'server', 'guide']],
    ['Qwen Code has no hook: it tells wuku nothing of what happens in it. To add one: wuku connect qwen-code --guide'],
  ],
  [
    'with its hook in another file than its server',
    [
      ['gemini', 'server'],
      ['gemini', 'hook'],
    ],
    ['Gemini CLI has a hook, and reported an event last at 2026-11-29 18:05 UTC.'],
  ],
  ['that can have none', [['zed', 'server']], []],
])('doctor tells of a program %s', (_, installed, said) => {
  const found = installed.map(([name, ...parts]) => {
    const client = clients.find((each) => each.name === name)
    if (!client) throw new Error(`There is no client ${name}.`)
    return { client, parts }
  })
  const findings = examineHooks(found, new Map([['gemini', at]]))
  expect(findings.map((finding) => String(finding.said))).toEqual(said)
  expect(findings.every(({ state }) => state === 'ok')).toBe(true)
})

it('the last event of a program is as old as its file', async () => {
  const home = scratchFolder()
  expect(await readLastSeen(home)).toEqual(new Map())
  mkdirSync(join(home, 'hook-seen'))
  writeFileSync(join(home, 'hook-seen', 'gemini'), 'SessionStart')
  utimesSync(join(home, 'hook-seen', 'gemini'), new Date(at), new Date(at))
  expect(await readLastSeen(home)).toEqual(new Map([['gemini', at]]))
})
