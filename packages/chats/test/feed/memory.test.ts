import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PEAK_MEGABYTES } from '../../../../test/unit/memory.ts'
import { plant } from '../../../folders/test/trees.ts'

/** Lists a folder and reads all items, in a process of its own; answers its largest memory in MB and the bytes of items. */
const SCRIPT = `${PEAK_MEGABYTES}
const [, , open, root] = process.argv
const { openChats } = await import(open)
const before = peakMegabytes()
const feed = openChats({ root, patterns: ['**/*'], exclude: [], leaveOut: [], openDatabase: async () => undefined })
let bytes = 0
for (const item of (await feed.list({})).items) bytes += (await feed.read(item)).bytes.length
console.log(JSON.stringify({ bytes, megabytes: peakMegabytes() - before }))
`

it('a file of 50 MB costs a few parts of memory', () => {
  const root = plant({})
  const line = `${JSON.stringify({ text: '会话 ebb and flow '.repeat(500) })}\n`
  const text = line.repeat(Math.ceil(50e6 / Buffer.byteLength(line)))
  writeFileSync(join(root, 'a.jsonl'), text)
  const open = join(import.meta.dirname, '../../src/feed/open-chats-feed.ts')
  const script = join(root, 'read.mjs')
  writeFileSync(script, SCRIPT)
  const said = execFileSync(process.execPath, ['--max-old-space-size=64', script, open, root], { encoding: 'utf8' })
  const { bytes, megabytes } = JSON.parse(said) as { bytes: number; megabytes: number }
  expect(bytes).toBe(Buffer.byteLength(text))
  // Parts in flight and new space take some 40; all of the text, as bytes and as a string, would take more than 100.
  expect(megabytes).toBeLessThan(60)
})
