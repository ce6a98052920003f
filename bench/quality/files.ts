import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { QuestionSet } from './sets.ts'

/** Writes the documents of a set as files below `cache/<set>/` and answers that folder; what lies there already stays. */
export function writeFiles(set: QuestionSet, cache: string): string {
  const folder = join(cache, set.name)
  const stampFile = join(cache, `${set.name}.sha256`)
  const stamp = stampOf(set)
  if (readOrNothing(stampFile) === stamp) return folder
  rmSync(stampFile, { force: true })
  rmSync(folder, { recursive: true, force: true })
  for (const { path, markdown } of set.documents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), markdown)
  }
  writeFileSync(stampFile, stamp)
  return folder
}

function stampOf(set: QuestionSet): string {
  const hash = createHash('sha256')
  for (const { path, markdown } of set.documents) hash.update(`${path}\0${markdown}\0`)
  return hash.digest('hex')
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
