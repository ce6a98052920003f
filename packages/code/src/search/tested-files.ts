import { policy } from '@wuku/core/policy'
import type { DocumentId, StoredDocument } from '@wuku/core/core-types'
import type { FileName, ReadName } from '@wuku/kernel/query/file-names'

export interface ScoredFile {
  readonly document: StoredDocument
  /** How well its words answer. */
  readonly share: number
}

/**
 * Tests describe in everyday words the files that they test, and are seldom asked for themselves: the best of its tests
 * is evidence for a file. Names connect them: `test_router.py`, `router.spec.ts`, and `HttpRouterTest.php` for
 * `Http/Router.php`. Imports would connect more of them, but would have to be resolved for each search.
 */
export function testEvidence(files: readonly ScoredFile[], nameOf: ReadName): ReadonlyMap<DocumentId, number> {
  const evidence = new Map<DocumentId, number>()
  const tests = files.filter(isTest).map(({ document, share }) => ({ says: share, ...nameOfTest(document, nameOf) }))
  if (tests.length === 0) return evidence
  const subjects = subjectsOf(tests, files, nameOf)
  for (const { says: share, ...test } of tests)
    for (const { id } of testedBy(test, subjects.get(test.stem.at(-1)) ?? []))
      evidence.set(id, Math.max(share, evidence.get(id) ?? 0))
  return evidence
}

const isTest = ({ document, share }: ScoredFile): boolean => document.meta['role'] === 'test' && share > 0

/** Words that the name of a test adds to that of its subject. */
const testWords: ReadonlySet<string> = new Set(['test', 'tests', 'spec', 'specs'])

function nameOfTest({ path }: StoredDocument, nameOf: ReadName): FileName {
  const { stem, folders } = nameOf(path)
  return { stem: stem.filter((part) => !testWords.has(part)), folders }
}

interface Subject extends FileName {
  readonly id: DocumentId
}

/**
 * Files that may be tested, by the last part of their name: most of the hundreds of files have nothing to do with any
 * test.
 */
function subjectsOf(tests: readonly FileName[], files: readonly ScoredFile[], nameOf: ReadName) {
  const subjects = new Map(tests.map(({ stem }): [string | undefined, Subject[]] => [stem.at(-1), []]))
  for (const { document } of files) {
    const { stem, folders } = nameOf(document.path)
    if (document.meta['role'] !== 'test') subjects.get(stem.at(-1))?.push({ id: document.id, stem, folders })
  }
  return subjects
}

/** Subjects whose names agree most with that of the test. */
function testedBy(test: FileName, subjects: readonly Subject[]): readonly Subject[] {
  const named = subjects.filter((subject) => isNamedBy(test, subject))
  if (named.length === 0) return []
  const agreements = named.map((subject) => agreementOf(test, subject))
  const bestAgreement = Math.max(...agreements)
  const tested = named.filter((_, at) => agreements[at] === bestAgreement)
  return tested.length > policy.files.maxTests ? [] : tested
}

/** The test's name ends with the file's, and what it says before that are folders of the file. */
function isNamedBy(test: FileName, { stem, folders }: FileName): boolean {
  const before = test.stem.length - stem.length
  return (
    before >= 0 &&
    stem.every((part, at) => part === test.stem[before + at]) &&
    test.stem.slice(0, before).every((part) => folders.includes(part))
  )
}

/** A part of the stem outweighs all folders. */
function agreementOf(test: FileName, { stem, folders }: FileName): number {
  const testParts = new Set([...test.stem, ...test.folders])
  return 100 * stem.length + testParts.intersection(new Set(folders)).size
}
