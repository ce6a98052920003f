import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cost } from '../speed/command.ts'
import { freshFolder, sizeOf } from '../speed/run.ts'
import { serveArchive, writeArchive, type ArchiveOptions } from './archive.ts'
import { openHouse, type House } from './house.ts'

/** A folder that is taken in as a library. */
export interface Corpus {
  readonly library: string
  readonly says: string
  readonly folder: string
  readonly files: number
  readonly bytes: number
}

export interface ImportMeasures {
  readonly says: string
  readonly files: number
  readonly bytes: number
  /** Files that became documents. */
  readonly documents: number
  readonly cost: Cost
  /** The database alone, without the originals that are kept next to it. */
  readonly indexBytes: number
}

export interface RefreshMeasures {
  readonly nothing: Cost
  readonly oneFile: Cost
}

export interface Place {
  readonly program: string
  readonly scratch: string
}

/** From the command to its end: then every search finds it. */
export async function measureImport(corpus: Corpus, house: House): Promise<ImportMeasures> {
  const { library, says, folder, files, bytes } = corpus
  const cost = await house.add(folder, library)
  return { says, files, bytes, documents: documentsIn(cost), cost, indexBytes: databaseOf(house) }
}

/** "Done in 2.17 s: 220 added." and "tides 1.0: 250 documents, ..." */
function documentsIn({ output }: Cost): number {
  const [, added, documents] = /([\d,]+) added|([\d,]+) documents/.exec(output) ?? []
  return Number((added ?? documents ?? 'NaN').replaceAll(',', ''))
}

const databaseOf = ({ home }: House): number => sizeOf(home) - sizeOf(join(home, 'blobs'))

/** Fetches the version again unchanged, and then with one changed file. */
export async function measureRefresh(
  { library, folder }: Corpus,
  house: House,
  file: string,
): Promise<RefreshMeasures> {
  const nothing = await house.run('docs', 'refresh', library)
  appendFileSync(join(folder, file), '\nOne more line about quillabrandt.\n')
  const oneFile = await house.run('docs', 'refresh', library)
  const { output } = await house.run('docs', 'search', library, 'quillabrandt', '--json')
  if (!output.includes(file)) throw new Error(`The change of ${file} is not found after the refresh.`)
  return { nothing, oneFile }
}

/** A repository as an archive, fetched over HTTP from this machine. */
export async function measureArchive(options: ArchiveOptions, { program, scratch }: Place): Promise<ImportMeasures> {
  const folder = freshFolder(join(scratch, 'archive'))
  const file = join(folder, 'tides.tar.gz')
  await writeArchive(file, options)
  const host = await serveArchive(file)
  const house = openHouse({ program, scratch: folder, env: { WUKU_DOCS_ALLOW_HOSTS: host.host } })
  try {
    const url = `http://${host.host}/acme/tides`
    const cost = await house.run('docs', 'import', url, '--host', 'github', '--name', 'tides', '--version', '1.0')
    const [bytes, indexBytes] = [sizeOf(folder) - sizeOf(house.home), databaseOf(house)]
    return { says: 'archive', files: options.files, bytes, documents: documentsIn(cost), cost, indexBytes }
  } finally {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
