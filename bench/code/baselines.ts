import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { bm25 as bm25OfSet } from '../quality/bm25.ts'
import type { Contestant } from './contestant.ts'
import { DEEPEST, DEPTH, eachFileOnce, type Shown } from './metric.ts'
import type { Task } from './tasks.ts'

const CHUNK_LINES = 40

/** Source files alone, as those who published figures took them. */
const extensions = new Set(
  `.bash .bats .c .cc .clj .cpp .cs .cxx .dart .ex .exs .go .h .hh .hpp .hs .java .js .jsx .kt .kts .lua .mjs .cjs .mts .cts
  .php .pl .pm .pyi .py .pyx .r .rb .rs .scala .sh .svelte .swift .ts .tsx .vue .zig .zsh`.split(/\s+/),
)

interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Files that hold the whole question letter for letter, those with most such lines first. */
export const fixedString: Contestant = {
  name: 'fixed string',
  async takeIn(task) {
    const files = readSource(task).map((file) => ({ ...file, lines: file.text.toLowerCase().split('\n') }))
    return {
      async ask(question) {
        const wanted = question.toLowerCase()
        return files
          .map((file) => ({ ...file, held: file.lines.filter((line) => line.includes(wanted)).length }))
          .filter(({ held }) => held > 0)
          .toSorted((a, b) => b.held - a.held || (a.path < b.path ? -1 : 1))
          .slice(0, DEEPEST)
          .map(({ path, text }) => ({ path, text: `${path}\n${text}` }))
      },
      close: async () => {},
    }
  },
}

/** Plain BM25 over pieces of forty lines; a file stands where its best piece stands. */
export const bm25: Contestant = {
  name: 'BM25',
  async takeIn(task) {
    const { pieces, documents } = piecesOf(task)
    const set = { name: task.name, language: task.language, depth: DEPTH, documents, questions: [] }
    const ready = await bm25OfSet.takeIn(set)
    return {
      async ask(question) {
        const ids = await ready.ask({ text: question, scope: '', grades: new Map(), excluded: new Set() })
        return eachFileOnce(ids.flatMap((id) => pieces[Number(id)] ?? [])).slice(0, DEEPEST)
      },
      close: () => ready.close(),
    }
  },
}

/** Pieces of all source files, and the same as documents of plain BM25, each called by its place among them. */
export function piecesOf(place: Pick<Task, 'tree' | 'root'>) {
  const pieces = readSource(place).flatMap(cut)
  const documents = pieces.map(({ text }, at) => ({
    id: String(at),
    scope: '',
    title: '',
    text,
    path: '',
    markdown: '',
  }))
  return { pieces, documents }
}

function cut({ path, text }: SourceFile): readonly Shown[] {
  const lines = text.split('\n')
  return Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, at) => {
    const held = lines.slice(at * CHUNK_LINES, (at + 1) * CHUNK_LINES)
    const span = { start: at * CHUNK_LINES + 1, end: at * CHUNK_LINES + held.length }
    return { path, lines: span, text: `${path}:${span.start}-${span.end}\n${held.join('\n')}` }
  })
}

export function readSource({ tree, root }: Pick<Task, 'tree' | 'root'>): readonly SourceFile[] {
  const folder = join(tree, root)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.has(extname(entry.name).toLowerCase()))
    .map((entry) => relative(tree, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !/(^|\/)\.git\//.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(tree, path), 'utf8') }))
}
