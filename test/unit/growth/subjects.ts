import { cpuMilliseconds } from './how-slow.ts'
import { chats } from './chats-places.ts'
import { docs } from './docs-places.ts'
import { openTreeSitter } from '@wuku/code/syntax/tree-sitter'
import { markdownLinks, readLlmsText } from '../../../packages/docs/src/origins/web/list.ts'
import { readHtml } from '../../../packages/docs/src/origins/web/html.ts'
import { readRobots } from '../../../packages/docs/src/origins/web/host-rules.ts'
import { parseRules } from '../../../packages/folders/src/ignore-rules.ts'
import { maskDraft } from '../../../packages/kernel/src/index/masking.ts'
import { createChatsReader } from '../../../packages/chats/src/chats-reader.ts'
import { createCodeReader } from '@wuku/code/code-file-reader'
import { docsReader } from '../../../packages/docs/src/docs-reader.ts'
import { readDependencies } from '../../../packages/docs/src/projects/read.ts'
import { notesReader } from '../../../packages/notes/src/note-reader.ts'
import { editText } from '../../../packages/pads/src/edit.ts'
import { outlineOf } from '../../../packages/pads/src/outline.ts'
import { padsReader } from '../../../packages/pads/src/pad-reader.ts'
import type { Syntax } from '@wuku/core/ports/syntax'
import type { Reader } from '@wuku/core/ports/source-reader'
import { createGlob } from '@wuku/text/glob'
import { findIncludes } from '@wuku/text/includes/find-includes'
import { diffLines } from '@wuku/text/edits/line-diff'
import { plainInline } from '@wuku/text/markdown/plain-inline'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { bestSnippet } from '@wuku/text/show/snippet'
import { createTermCounter } from '@wuku/text/terms/terms'
import { cutToTokens, estimateTokens } from '@wuku/text/terms/tokens'

/** Something of wuku that reads a text of somebody else's. */
export interface Subject {
  readonly called: string
  /** Characters of the texts that it is given; in 32,000 of them parsers of languages run out of their stack. */
  readonly length: number
  read(text: string): void
  /** Milliseconds of the last reading that are not ours. */
  foreign?(): number
}

const LENGTH = 32_000
const CODE_LENGTH = 3_000

let parsing = 0
const parsers = openTreeSitter(new URL('../../../packages/code/grammars/', import.meta.url))
/** The parsers are not ours; their steps are counted, so that they end (`tree-sitter.ts`). */
const syntax: Syntax = {
  load: (grammars) => parsers.load(grammars),
  parse(grammar, text, visit, hidden) {
    const started = cpuMilliseconds()
    let ours = 0
    const visited: typeof visit = (root) => {
      const begun = cpuMilliseconds()
      try {
        return visit(root)
      } finally {
        ours += cpuMilliseconds() - begun
      }
    }
    try {
      return parsers.parse(grammar, text, visited, hidden)
    } finally {
      parsing += cpuMilliseconds() - started - ours
    }
  },
}
const codeReader = createCodeReader(syntax)
const chatsReader = createChatsReader()

/** All that comes of an item, but its terms, which all have in common. */
function readAll(reader: Reader, path: string, text: string, about?: string): void {
  const item = {
    path,
    stamp: '',
    modifiedAt: 0,
    bytes: Buffer.from(text),
    ...(about !== undefined && { sidecar: { about } }),
  }
  for (const document of reader.parse(item).items) {
    reader.chunk(document)
    reader.outline?.(document)
  }
}

const converted: readonly (readonly [string, string])[] = [['a PDF as Markdown', 'a.pdf']]

const code =
  'a.ts a.tsx a.js a.py a.rb a.php a.sh a.lua a.css a.html a.go a.rs a.java a.kt a.cs a.scala a.swift a.dart a.c a.cpp a.ex a.hs a.zig a.sql a.md a.vue a.svelte a.astro a.toml a.txt'.split(
    ' ',
  )

const manifests =
  'package.json package-lock.json yarn.lock pnpm-lock.yaml bun.lock pyproject.toml requirements.txt Pipfile Pipfile.lock poetry.lock go.mod Cargo.toml Cargo.lock pom.xml build.gradle gradle/libs.versions.toml gradle.lockfile Gemfile.lock composer.json composer.lock pubspec.lock'.split(
    ' ',
  )

const base = new URL('http://a.test/b/')
const wanted = new Map([
  ['a', 1],
  ['b', 1],
])
const others: readonly Pick<Subject, 'called' | 'read'>[] = [
  { called: 'masking', read: (text) => void maskSecrets(text) },
  {
    called: 'masking of a document',
    read: (text) => void maskDraft({ path: 'a', title: text.slice(0, 500), text, meta: { a: text }, cuts: [0, 5] }),
  },
  {
    called: 'terms',
    read: (text) => {
      const counter = createTermCounter()
      counter.addBody(text)
      counter.drain(() => undefined)
    },
  },
  {
    called: 'tokens',
    read: (text) => {
      estimateTokens(text)
      cutToTokens(text, 1_000)
    },
  },
  {
    called: 'a snippet',
    read: (text) => void bestSnippet({ text, firstLine: 1, termWeights: wanted, maxChars: 500, maxLines: 4 }),
  },
  { called: 'the words of Markdown', read: (text) => void plainInline(text) },
  ...['a.md', 'a.rst', 'a.adoc'].map((path) => ({
    called: `includes of ${path}`,
    read: (text: string) => void findIncludes(text, path),
  })),
  { called: 'differences', read: (text) => void diffLines(text, text.replaceAll('a', 'c')) },
  {
    called: 'a glob',
    read: (text) => {
      const fits = glob(text.slice(0, 200))
      fits(text)
    },
  },
  {
    called: 'a name',
    read: (text) => {
      glob('**/a*b*/?a*{b,c}.md')(text)
    },
  },
  { called: 'ignored files', read: (text) => void parseRules(text, '', '.gitignore') },
  {
    called: 'robots.txt',
    read: (text) => {
      const robots = readRobots(text)
      robots.allows(base)
    },
  },
  { called: 'the links of a page', read: (text) => void readHtml(text) },
  {
    called: 'llms.txt',
    read: (text) => {
      readLlmsText(text, base)
      markdownLinks(text, base)
    },
  },
  {
    called: 'an edit of a pad',
    read: (text) => {
      editText(`a\n${text}`, { mode: 'append_section', content: text, section_marker: 'a' })
    },
  },
  { called: 'the outline of a pad', read: (text) => void outlineOf(text, { depth: 6, previews: true }) },
  {
    called: 'a pad',
    read: (text) =>
      readAll(padsReader, 'a/b', JSON.stringify({ title: text.slice(0, 1000), workflow: 'w', content: text })),
  },
  { called: 'a note', read: (text) => readAll(notesReader, 'a.md', text) },
  { called: 'a note of text', read: (text) => readAll(notesReader, 'a.txt', text) },
  { called: 'the front matter of a note', read: (text) => readAll(notesReader, 'a.md', `---\n${text}\n---\n`) },
]

function glob(pattern: string): (name: string) => boolean {
  try {
    return createGlob(pattern)
  } catch {
    return () => false
  }
}

export const subjects: readonly Subject[] = [
  ...others,
  ...docs.map(([called, path, around]) => ({
    called,
    read: (text: string) => readAll(docsReader, path, around(text)),
  })),
  ...converted.map(([called, path]) => ({
    called,
    read: (text: string) => readAll(docsReader, path, text, '{"as":"markdown"}'),
  })),
  ...chats.map(([called, path, around]) => ({
    called,
    read: (text: string) => readAll(chatsReader, path, around(text)),
  })),
  ...manifests.map((path) => ({
    called: path,
    read: (text: string) => void readDependencies(new Map([[path, text]])),
  })),
  ...code.map((path) => ({
    called: `code in ${path}`,
    length: CODE_LENGTH,
    read: (text: string) => readCode(path, text),
    foreign: () => parsing,
  })),
].map((subject) => ({ length: LENGTH, ...subject }))

function readCode(path: string, text: string): void {
  parsing = 0
  readAll(codeReader, path, text)
}

export async function prepare(): Promise<void> {
  await docsReader.prepare?.(docs.map(([, path]) => path).concat('a.pdf'))
  await codeReader.prepare?.(code)
}
