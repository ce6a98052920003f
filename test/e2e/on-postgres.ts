import { relative } from 'node:path'
import { beforeEach } from 'vitest'

/** Tests of what only a store in a file has, by the beginning of "file > group > name", each with its reason. */
const onlyEmbedded: Readonly<Record<string, string>> = {}

beforeEach(({ task, skip }) => {
  const name = `${relative(import.meta.dirname, task.file.filepath)} > ${task.fullTestName ?? task.name}`
  const reason = Object.entries(onlyEmbedded).find(([beginning]) => name.startsWith(beginning))?.[1]
  if (reason !== undefined) skip(reason)
})
