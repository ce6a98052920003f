/**
 * Answers in the place of wuku, by a fixed rule: it shows what a program makes of each answer. Beside it, it keeps a log of what
 * it was given.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookEvent, Said } from '../../../packages/hook/src/event.ts'
import { readEvent } from '../../../packages/hook/src/read-event.ts'
import { writeAnswer } from '../../../packages/hook/src/write-answer.ts'

const log = join(process.env['HOME'] ?? '', 'hook.log')
const input = readFileSync(0, 'utf8')
appendFileSync(log, `${input.replaceAll('\n', ' ')}\n`)
const event = readEvent(input)
const said = event && saidTo(event)
if (event && said) process.stdout.write(writeAnswer(event, said))

function saidTo({ moment, command }: HookEvent): Said | undefined {
  const before = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => readEvent(line)?.moment === 'before-command')
  if (moment === 'before-command' && command === 'npm test' && before.length === 1)
    return {
      refuses: true,
      text: 'Failed here 3 times (exit 1, last 2026-11-20). What worked: npm run test:quick. Run it again unchanged to go ahead.',
    }
  const texts: Readonly<Record<string, string>> = {
    'after-compaction': 'Worked: npm run test:quick',
    'session-start': 'From now on, answer in short sentences.',
    prompt: 'Of this prompt: use the tests of the harbour.',
    'after-failure': 'Solved before by: npm install --offline.',
  }
  const text = texts[moment]
  return text === undefined ? undefined : { refuses: false, text }
}
