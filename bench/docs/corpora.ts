import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadPageSet, pageSetNames } from '../quality/pages.ts'
import type { Question } from '../quality/sets.ts'
import { freshFolder } from '../speed/run.ts'
import type { Corpus } from './importing.ts'
import { makeMarkdown, readMarkdown, writeMade, type Amount } from './markdown.ts'
import type { QueryStock, Shelf } from './queries.ts'
import { makeSphinxPages } from './sphinx-pages.ts'

export interface Given {
  /** Question sets, with the pages of their libraries. */
  readonly sets: string
  readonly markdown: string | undefined
  readonly html: string | undefined
  readonly scratch: string
}

/** Ten libraries: one of Markdown and one of HTML, of the sizes that were asked for; four real ones; four that are made. */
export interface Corpora {
  readonly markdown: Corpus
  readonly html: Corpus
  readonly others: readonly Corpus[]
  readonly pages: readonly string[]
}

const MARKDOWN: Amount = { files: 220, bytes: 4.5e6, seed: 1 }
const HTML: Amount = { files: 450, bytes: 38e6, seed: 2 }
const SMALL: Omit<Amount, 'seed'> = { files: 60, bytes: 1.2e6 }

export function gatherCorpora({ sets, markdown, html, scratch }: Given): Corpora {
  const real = readdirSync(join(sets, 'corpus')).toSorted()
  const pages = readMarkdown(real.map((library) => join(sets, 'corpus', library)))
  const make = (library: string, amount: Amount): Corpus => {
    const folder = freshFolder(join(scratch, 'libraries', library))
    writeMade(makeMarkdown(pages, amount), folder)
    return describe(folder, 'Markdown made of the pages of the question sets')
  }
  return {
    markdown: markdown ? describe(copy(markdown, scratch), 'Markdown that was given') : make('made', MARKDOWN),
    html: html ? describe(html, 'pages that Sphinx wrote') : makeHtml(pages, scratch),
    others: [
      ...real.map((library) => describe(join(sets, 'corpus', library), 'real Markdown')),
      ...[3, 4, 5, 6].map((seed) => make(`small-${seed}`, { ...SMALL, seed })),
    ],
    pages,
  }
}

/** One file of it will be changed. */
function copy(folder: string, scratch: string): string {
  const target = join(freshFolder(join(scratch, 'libraries')), basename(folder))
  cpSync(folder, target, { recursive: true })
  return target
}

function makeHtml(pages: readonly string[], scratch: string): Corpus {
  const folder = freshFolder(join(scratch, 'libraries', 'made-html'))
  writeMade(makeSphinxPages(pages, HTML), folder)
  return describe(folder, 'pages that are made, with the markup of Sphinx')
}

const DOCUMENT = /\.(?:md|mdx|html?)$/i

function describe(folder: string, says: string): Corpus {
  const sizes = documentsBelow(folder).map((path) => statSync(join(folder, path)).size)
  return {
    library: basename(folder),
    says,
    folder,
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}

export const documentsBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => DOCUMENT.test(path))
    .toSorted()

/** Material for queries: questions that people asked about the real libraries, and the texts of all of them. */
export function stockOf({ markdown, html, others }: Corpora, sets: string): QueryStock {
  const questions: readonly Question[] = pageSetNames(sets).flatMap((name) => loadPageSet(sets, name).questions)
  return { shelves: [markdown, html, ...others].map(shelfOf), questions }
}

const shelfOf = ({ library, folder }: Corpus): Shelf => ({
  library,
  texts: documentsBelow(folder)
    .slice(0, READ)
    .map((path) => readFileSync(join(folder, path), 'utf8').replaceAll(/<[^>]*>|&\w+;|&#\d+;/g, '')),
})

/** Files of a library that queries are made of. */
const READ = 60

/** A folder that somebody put there, for the usual run. */
export const usualFolder = (folder: string): string | undefined => (existsSync(folder) ? folder : undefined)
