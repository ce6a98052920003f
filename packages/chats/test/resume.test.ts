import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../src/conversation.ts'
import { shellText } from '@wuku/text/show/shell-words'
import { resumptionOf, type Resumable } from '../src/resume.ts'
import type { StoredDocument } from '@wuku/core/core-types'
import { runs } from '../../../test/scale.ts'

const from = (item: string) => [{ item } as StoredDocument]
const way = (agent: Agent, more: Partial<Resumable> = {}) =>
  resumptionOf({ id: '7f3c9a12', agent, isArchived: false, documents: from('x.jsonl'), ...more })

describe('the way to go on', () => {
  it.each<[agent: Agent, command: string | null, more?: Partial<Resumable>]>([
    ['claude-code', 'claude --resume 7f3c9a12'],
    ['codex', 'codex resume 7f3c9a12'],
    ['gemini-cli', 'gemini --resume 7f3c9a12'],
    ['opencode', 'opencode --session ses_1', { id: 'ses_1' }],
    ['aider', 'aider --restore-chat-history'],
    ['cursor', 'cursor-agent --resume 7f3c9a12', { documents: from('chats/ab/7f3c9a12/store.db/7f3c9a12') }],
    ['cursor', 'cursor-agent --resume 7f3c9a12', { documents: from('projects/p/agent-transcripts/7f3c9a12.jsonl') }],
    ['cursor', null, { documents: from('globalStorage/state.vscdb/7f3c9a12') }],
    ['chatwise', null],
    ['chatgpt', null],
    ['claude-ai', null],
    ['claude-code', 'claude --resume mother', { id: 'agent-1', parent: { id: 'mother', as: 'subagent' } }],
    ['claude-code', 'claude --resume 7f3c9a12', { parent: { id: 'mother', as: 'fork' } }],
    ['claude-code', `claude --resume 'a; rm -rf ~'`, { id: 'a; rm -rf ~' }],
    ['codex', `codex resume '$(id)'\\''\`id\`'`, { id: `$(id)'\`id\`` }],
    ['codex', null, { id: '--dangerous' }],
    ['codex', null, { id: 'a\nb' }],
    ['codex', null, { id: 'a\u202eb' }],
    ['codex', null, { id: '' }],
    ['aider', 'aider --restore-chat-history', { id: '潮汐' }],
  ])('of %s is %s', (agent, command, more) => {
    const resumption = way(agent, more)
    expect(resumption.command).toBe(command)
    if (command === null) expect(resumption.note).not.toBe('')
  })

  it.each([
    ['chatgpt', 'https://chatgpt.com/c/a%20b%2F%22'],
    ['claude-ai', 'https://claude.ai/chat/a%20b%2F%22'],
  ] as const)('of %s is an address', (agent, url) => expect(way(agent, { id: 'a b/"' }).url).toBe(url))

  it('says when the program has put it away', () => expect(way('codex', { isArchived: true }).note).toMatch(/archived/))
})

it('a shell reads every quoted word as it was', () => {
  const hostile = [
    '',
    ' ',
    '潮汐',
    '👨‍👩‍👧',
    "'",
    "''",
    '"$(id)"',
    '`id`',
    '\\',
    'a\\',
    '~',
    '~root',
    '*',
    '#',
    '!!',
    '$HOME',
    '=x',
    'a\nb',
  ]
  const words = [...hostile, ...fc.sample(fc.string({ unit: 'grapheme' }), { numRuns: runs(300), seed: 7 })].map(
    (word) => word.replaceAll('\0', '').toWellFormed(),
  )
  const said = execFileSync('sh', ['-c', `printf '%s\\0' ${words.map(shellText).join(' ')}`], { encoding: 'utf8' })
  expect(said.split('\0').slice(0, -1)).toEqual(words)
})
