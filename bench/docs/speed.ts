import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../speed/run.ts'
import { documentsBelow, gatherCorpora, stockOf, type Given } from './corpora.ts'
import { openHouse } from './house.ts'
import {
  measureArchive,
  measureImport,
  measureRefresh,
  type ImportMeasures,
  type Place,
  type RefreshMeasures,
} from './importing.ts'
import { makeDocsQueries } from './queries.ts'
import { measureSearch, type SearchMeasures } from './searching.ts'

export interface SpeedMeasures {
  readonly markdown: ImportMeasures
  readonly html: ImportMeasures
  readonly refresh: RefreshMeasures
  readonly archive: ImportMeasures
  readonly search: SearchMeasures
}

const ARCHIVE = { files: 2_400, bytes: 200e6 }
const WARM_UP = 20

/** All of it by real processes of the product; the libraries that were imported are the ones that are asked. */
export async function measureSpeed(given: Omit<Given, 'scratch'>, { program, scratch }: Place): Promise<SpeedMeasures> {
  freshFolder(scratch)
  const corpora = gatherCorpora({ ...given, scratch })
  const house = openHouse({ program, scratch: freshFolder(join(scratch, 'house')) })
  say('Markdown')
  const markdown = await measureImport(corpora.markdown, house)
  const copied = documentsBelow(corpora.markdown.folder)
  const refresh = await measureRefresh(corpora.markdown, house, copied[copied.length >> 1] ?? '')
  say('HTML')
  const html = await measureImport(corpora.html, openHouse({ program, scratch: freshFolder(join(scratch, 'html')) }))
  say('ten libraries')
  for (const { folder, library } of [corpora.html, ...corpora.others]) await house.add(folder, library)
  say('search')
  const stock = stockOf(corpora, given.sets)
  const queries = makeDocsQueries(stock, 7)
  const known = new Set(queries.map(({ query }) => query.topic))
  const warmUp = makeDocsQueries(stock, 8).filter(({ query }) => !known.has(query.topic))
  const libraries = 2 + corpora.others.length
  const search = await measureSearch(house, { libraries, queries, warmUp: warmUp.slice(0, WARM_UP) })
  say('archive')
  const archive = await measureArchive({ ...ARCHIVE, pages: corpora.pages }, { program, scratch })
  rmSync(scratch, { recursive: true, force: true })
  return { markdown, html, refresh, archive, search }
}

const say = (what: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
