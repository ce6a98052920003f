import { expect, it } from 'vitest'
import type { DraftConversation } from '../../src/conversation.ts'
import { withPlainIds } from '../../src/chats-reader.ts'

const conversation = (id: string): DraftConversation => ({
  agent: 'codex',
  id,
  parent: { id, as: 'fork' },
  leaf: id,
  links: [[id, 'u1']],
  rewinds: [{ to: id }, { turns: 1 }],
  messages: [
    { id: 'u1', parent: null, role: 'user', pieces: [] },
    { id, parent: 'u1', role: 'assistant', pieces: [] },
  ],
})

it.each([
  '5c1f0e9a-1111-4222-8333-444455556601',
  'ses_6f2c',
  '../../etc/passwd',
  '__proto__',
  'L',
  'a#b@2',
  '对话👩‍👩‍👧',
  'x'.repeat(300),
])('%j is kept', (id) => {
  const told = conversation(id)
  expect(withPlainIds(told)).toBe(told)
})

const strange = [
  'a\nb',
  '\u001B[31mred',
  'nul\0x',
  '\u202Egnp',
  'lone\uD83D',
  'x'.repeat(301),
  '..',
  'L10-L20',
  ' ',
  'key-ghp_x7Qk2Lm9Rt4Vw8Yz3Bn6Hd5Jc1Fs0Pg2Ae7b',
]
it.each(strange)('%j is named anew, the same wherever it stands', (id) => {
  const plain = withPlainIds(conversation(id))
  expect(plain.id).toMatch(/^id-[0-9a-f]{24}$/)
  expect(plain).toEqual(conversation(plain.id))
})

it('names that were apart stay apart', () =>
  expect(new Set(strange.map((id) => withPlainIds(conversation(id)).id)).size).toBe(strange.length))
