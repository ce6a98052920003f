import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { attempt } from '../environment.ts'
import modelsLock from './models.lock.json' with { type: 'json' }
import pdfLock from './pdf.lock.json' with { type: 'json' }

/** A package of npm that is too heavy to come with wuku, and that not everybody needs. */
export interface Part {
  readonly name: PartName
  readonly package: string
  readonly version: string
  /** On disk, with what it brings. */
  readonly megabytes: number
  /** Its folder in the data folder. */
  readonly folder: string
  /** Says what wuku does with it. */
  readonly gives: string
  /** Says what happens without it. */
  readonly without: string
  /** Names every package that it brings with a hash of its bytes, as npm writes it. */
  readonly lock: { packages: { readonly '': { readonly dependencies: Readonly<Record<string, string>> } } }
}

export type PartName = 'pdf' | 'models'

export const parts: Readonly<Record<PartName, Part>> = {
  pdf: {
    name: 'pdf',
    package: '@llamaindex/liteparse',
    version: '2.14.7',
    megabytes: 65,
    folder: join('parts', 'pdf'),
    gives: 'reads PDF files',
    without: 'PDF files are left out',
    lock: pdfLock,
  },
  models: {
    name: 'models',
    package: 'onnxruntime-node',
    version: '1.30.0',
    // For all platforms at once.
    megabytes: 288,
    folder: 'runtime',
    gives: 'runs models on this machine',
    without: 'search uses keywords, or models over HTTP',
    lock: modelsLock,
  },
}

export const partFolder = (part: Part, home: string): string => join(home, part.folder)

/** Path of a part: installed for wuku, or else among its dependencies; `undefined` if it is missing. */
export const findPart = (part: Part, home: string): string | undefined =>
  [join(partFolder(part, home), 'package.json'), import.meta.url]
    .map((place) => attempt(() => createRequire(place).resolve(part.package)))
    .find((path) => path !== undefined)

/** Creates the folder with the manifest and the lock that `npm ci` reads: it refuses a package whose bytes differ. */
export function preparePartFolder(part: Part, home: string): void {
  const folder = partFolder(part, home)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { dependencies } = part.lock.packages['']
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(part.lock))
}

/** Words for npm. Install scripts fetch what is not needed here, from elsewhere; what a processor needs is in the packages. */
export const partArguments = (part: Part, home: string): readonly string[] => [
  'ci',
  '--prefix',
  partFolder(part, home),
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
]

export const addsPart = ({ name }: Part): string => `wuku parts add ${name}`
