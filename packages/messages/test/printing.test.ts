import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { commandsWith } from '../../cli/src/commands/index.ts'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { settingsFrom } from '@wuku/settings/app-settings'
import { WukuError } from '@wuku/core/errors'
import { msg as code } from '@wuku/messages/code'
import { msg as kernel } from '@wuku/messages/kernel'
import { msg as terminal } from '@wuku/messages/terminal'
import type { Text } from '@wuku/messages/message'
import { loadTranslator } from '@wuku/settings/language-choice'
import { printError } from '@wuku/terminal/print-answer'
import { actionHelp, commandHelp, helpOptions } from '@wuku/terminal/help'
import { progressLine } from '@wuku/terminal/progress'
import { paintFor, type Sink } from '@wuku/terminal/terminal'
import { displayWidth } from '@wuku/text/show/width'

const say = await loadTranslator('zh')

function screen(isTerminal: boolean): Sink & { written: string } {
  return {
    written: '',
    write(text) {
      this.written += text
    },
    isTerminal,
    hasColours: false,
    columns: 80,
    translate: say,
  }
}

describe('an error', () => {
  const existing = kernel('thoseThatExist', { names: 'harbour' })
  const error = new WukuError('unknown-source', kernel('thereIsNoSourceCalled', { name: 'tides' }), existing)

  it('is Chinese for a reader and English for a program', () => {
    const [out, err] = [screen(false), screen(true)]
    printError({ out, err }, error, { json: true })
    expect(err.written).toContain('✗ 没有名为“tides”的来源。')
    expect(JSON.parse(out.written)).toEqual({
      error: { code: 'unknown-source', message: error.message, remedy: error.remedy },
    })
  })
  it('names commands in place of tools after it was told', () => {
    const [out, err] = [screen(false), screen(true)]
    printError({ out, err }, new WukuError('not-found', 'It is empty.', code('findItWithRepoSemanticSearch')), {
      json: false,
      typed: (remedy) => remedy.replace('repo_reindex', '`wuku index`'),
    })
    expect(err.written).toBe('✗ 它是空的。\n  → 用 repo_semantic_search 查找；如果是新文件，请调用 `wuku index`。\n')
  })
})

it('progress is printed in Chinese', () =>
  expect(
    progressLine(
      { stage: 'read', done: 100, total: 300, said: '' },
      { seconds: 1, columns: 80, paint: paintFor(screen(true)), translate: say },
    ),
  ).toMatch(/100 \/ 300 {3}每秒 100 个文件 {3}剩余 2 秒$/))

it('every page of help fits 80 columns, by the width that Chinese takes', async () => {
  const surroundings = { env: {}, platform: 'linux' as const, userFolder: tmpdir() }
  const commands = await commandsWith(await loadOperations(), {
    settings: settingsFrom({}, surroundings),
    environment: surroundings,
  })
  const options = helpOptions(screen(true))
  const pages = commands.flatMap((command) => [
    commandHelp(command, options),
    ...Object.keys(command.actions ?? {}).map((action) => actionHelp(command, action, options)),
  ])
  // Lines of examples are there to be copied, and a word is never cut.
  const long = pages
    .flatMap((page) => page.split('\n'))
    .filter((line) => displayWidth(line) > 80 && /\p{Script=Han}/u.test(line) && !/^ {2}(?:wuku|#) /.test(line))
  expect(long).toEqual([])
})

describe('what is wrong with an argument', () => {
  const problem = (complaints: Text) => terminal('value3', { command: 'wuku recall', complaints, command2: '' })
  const rows: readonly [english: string, message: Text, chinese: string][] = [
    [
      'wuku recall: <query> is missing.',
      problem(terminal('flagIsMissing', { name: 'query' })),
      'wuku recall：缺少 <query>。',
    ],
    [
      'wuku recall: --limit: must be at most 50.',
      problem(terminal('flagProblem', { name: '--limit', problem: kernel('atMost', { limit: 50 }) })),
      'wuku recall：--limit 最大为 50。',
    ],
    ['wuku recall: something new.', problem('something new.'), 'wuku recall：something new.'],
    ['The tide is in the harbour.', 'The tide is in the harbour.', 'The tide is in the harbour.'],
  ]
  it.each(rows)('%s', (english, message, chinese) => {
    expect(String(message)).toBe(english)
    expect(say(message)).toBe(chinese)
  })
})
