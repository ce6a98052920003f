import { relative } from 'node:path'
import { beforeEach } from 'vitest'

const OPEN_FILES = 'It asks the process whether it has the file of the store open.'
const FILES = 'It makes the file of the store unusable, or its disk.'
const BYTES =
  'It looks for bytes in the file of the store: a server keeps what was removed for a time, as its abilities say.'

/** Tests of what only a store in a file has, by the beginning of "file > group > name", each with its reason. */
const onlyEmbedded: Readonly<Record<string, string>> = {
  'serve/attach.test.ts > wuku mcp beside a server > goes on alone when': OPEN_FILES,
  'serve/attach.test.ts > wuku mcp beside a server > works alone beside': OPEN_FILES,
  'serve/attach.test.ts > wuku mcp beside a server > is answered by a server that changes nothing': OPEN_FILES,
  'read-only.test.ts': FILES,
  'full-disk.test.ts > a disk that': FILES,
  'forget.test.ts > wuku forget > takes': BYTES,
  'hostile-store.test.ts > a readable store': FILES,
  'hostile-store.test.ts > a store that': FILES,
}

beforeEach(({ task, skip }) => {
  const name = `${relative(import.meta.dirname, task.file.filepath)} > ${task.fullTestName ?? task.name}`
  const reason = Object.entries(onlyEmbedded).find(([beginning]) => name.startsWith(beginning))?.[1]
  if (reason !== undefined) skip(reason)
})
