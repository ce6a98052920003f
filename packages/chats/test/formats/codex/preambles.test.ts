import { expect, it } from 'vitest'
import { userBlocks } from '../../../src/formats/codex/preambles.ts'

const check = (content: unknown, typed: readonly string[], kinds?: readonly unknown[]): void =>
  expect(userBlocks(content, kinds)).toEqual(typed.map((text) => ({ kind: 'text', text })))

const blocks = (...texts: readonly string[]) => texts.map((text) => ({ type: 'input_text', text }))

const ide = '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## Open tabs:\n- a.ts: a.ts\n\n'
const shell =
  '<user_shell_command>\n<command>\ngit status\n</command>\n<result>\nclean\n</result>\n</user_shell_command>'

it.each([
  [`${ide}## My request for Codex:\n修好它\n`, '修好它\n'],
  ['# Files mentioned by the user:\n\n## a.png: /tmp/a.png\n\n## My request for Codex:\nlook', 'look'],
  [ide, ide],
  ['What is "## My request for Codex:"?', 'What is "## My request for Codex:"?'],
  [shell, '! git status'],
])('finds what was typed in %j', (text, typed) => {
  check(text, [typed])
  check(blocks(text), [typed])
})

it('believes versions that say where each block comes from', () => {
  const texts = ['<future_context>x</future_context>', '<skill> is my tag']
  check(blocks(...texts), ['<skill> is my tag'], ['future.context', 'user.text'])
  check(blocks(...texts), ['<future_context>x</future_context>'])
  check(blocks(...texts), ['<future_context>x</future_context>'], ['user.text'])
})
