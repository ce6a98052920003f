import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedRepositories } from '../changes/repositories.ts'
import { list, readRecords, text } from '../quality/records.ts'

/** A tree to make: a public repository at a commit. */
export interface Wanted {
  /** Below the folder of all trees: `semble/axios`. */
  readonly folder: string
  /** `axios/axios`, as its host calls it. */
  readonly repository: string
  readonly revision: string
}

/** Programs of three sizes on which speed is measured, as others measured it. */
const measured = [
  { repository: 'vitest-dev/vitest', revision: '596f73986abe2161a9a06f0ca03df68e82690b21' },
  { repository: 'rails/rails', revision: '75f9e28379ac7418b82fa950cfa81f6147275308' },
  { repository: 'babel/babel', revision: '1da3cfa1a25503c7ecba7304f8738933e6d16dca' },
]

/** Under their old names, hosts keep copies that are years old. */
const moved: Readonly<Record<string, string>> = {
  'neuecc/MessagePack-CSharp': 'MessagePack-CSharp/MessagePack-CSharp',
  'encode/starlette': 'Kludex/starlette',
}

/** Every tree that the code benchmark stands on. */
export const wantedTrees = (sets: string): readonly Wanted[] => [
  ...measured.map((each) => ({ folder: `perf/${each.repository.split('/').at(-1)}`, ...each })),
  ...sembleRepositories(sets).map(({ name, repository, revision }) => ({
    folder: `semble/${name}`,
    repository,
    revision,
  })),
  ...commitBases(sets).map(({ name, repository, base }) => ({ folder: `commits/${name}`, repository, revision: base })),
  ...changedRepositories.map(({ name, repository, base }) => ({
    folder: `changes/${name}`,
    repository,
    revision: base,
  })),
]

export interface SembleRepository {
  readonly name: string
  readonly language: string
  readonly repository: string
  readonly revision: string
  /** The folder that is indexed; the whole tree when empty. */
  readonly root: string
}

export function sembleRepositories(sets: string): readonly SembleRepository[] {
  return readJson<readonly RawRepository[]>(join(sets, 'semble', 'repos.json')).map((raw) => ({
    name: raw.name,
    language: raw.language,
    repository: repositoryIn(raw.url),
    revision: raw.revision,
    root: raw.benchmark_root ?? '',
  }))
}

function repositoryIn(url: string): string {
  const repository = new URL(url).pathname.replaceAll(/^\/|\.git$/g, '')
  return moved[repository] ?? repository
}

interface RawRepository {
  readonly name: string
  readonly language: string
  readonly url: string
  readonly revision: string
  readonly benchmark_root?: string | null
}

/** A place that answers a question: a file, or lines of it. */
export interface Target {
  readonly path: string
  readonly lines?: Lines
}

/** From 1, both ends included. */
export interface Lines {
  readonly start: number
  readonly end: number
}

export interface CodeQuestion {
  readonly text: string
  /** Group in tables: `symbol`, `names the file`. */
  readonly category: string
  readonly targets: readonly Target[]
}

export function sembleQuestions(sets: string, name: string): readonly CodeQuestion[] {
  const file = join(sets, 'semble', 'annotations', `${name}.json`)
  return readJson<readonly RawQuestion[]>(file).map(({ query, category, relevant, secondary = [] }) => ({
    text: query,
    category,
    targets: [...relevant, ...secondary].map(readTarget),
  }))
}

interface RawQuestion {
  readonly query: string
  readonly category: string
  readonly relevant: readonly RawTarget[]
  readonly secondary?: readonly RawTarget[]
}

type RawTarget = string | { readonly path: string; readonly start_line?: number; readonly end_line?: number }

function readTarget(raw: RawTarget): Target {
  if (typeof raw === 'string') return { path: raw }
  const { path, start_line: start, end_line: end } = raw
  return start === undefined || end === undefined ? { path } : { path, lines: { start, end } }
}

export interface CommitBase {
  readonly name: string
  readonly repository: string
  /** The commit before all of its questions. */
  readonly base: string
}

export function commitBases(sets: string): readonly CommitBase[] {
  const file = join(sets, 'commits', 'bases.json')
  return readJson<readonly { readonly repo: string; readonly mirror: string; readonly base: string }[]>(file).map(
    ({ repo, mirror, base }) => ({ name: repo, repository: mirror.replace('+', '/'), base }),
  )
}

/** Messages of commits, and the source files that each changed. */
export const commitQuestions = (sets: string, name: string): readonly CodeQuestion[] =>
  readRecords(join(sets, 'commits', 'queries.jsonl'))
    .filter((record) => text(record, 'repo') === name)
    .map((record) => ({
      text: text(record, 'query'),
      category: record['stemInQuery'] === true ? NAMED : UNNAMED,
      targets: list(record, 'files').map((path) => ({ path })),
    }))

export const NAMED = 'names a file'
export const UNNAMED = 'names none'

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T
