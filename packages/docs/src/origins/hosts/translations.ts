import { setOf } from '@wuku/core/list-helpers'

/**
 * Translations of what is there in the language that a project writes in. Which that is shows only when all paths are
 * known, so what may be a translation is held back until then.
 */
export interface Translation {
  /** Documents that are the original lie below it. */
  readonly parent: string
  /** The folder or the ending that names the language, lower case. */
  readonly language: string
  /** Paths of the original, without the ending, for a single file next to it. */
  readonly original?: readonly string[]
}

export function translationOf(path: string): Translation | undefined {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const at = folders.findIndex(isLanguage)
  if (at < 0) return translatedFile(asPrefix(folders), name)
  const above = folders.slice(0, at)
  const parent = TRANSLATION_FOLDERS.test(above.at(-1) ?? '') ? above.slice(0, -1) : above
  return { parent: asPrefix(parent), language: languageOf(folders[at] ?? '') }
}

const asPrefix = (folders: readonly string[]): string => folders.map((each) => `${each}/`).join('')

/** `README.de.md`; after a dash, which words have too, only what is nothing else: `README-zh.md`, not `what-it-is.md`. */
function translatedFile(parent: string, name: string): Translation | undefined {
  const [, stem, mark, language = '', ending] = /^(.+?)([._-])([a-z]{2}(?:[-_][a-z]{2,4})?)(\.\w+)$/i.exec(name) ?? []
  if (stem === undefined || !isLanguage(language) || (mark === '-' && !LANGUAGE_CODE.test(languageOf(language))))
    return undefined
  const original = ['', '.en', '-en', '_en'].map((middle) => parent + stem + middle + ending)
  return { parent, language: languageOf(language), original }
}

/** Which of the translations go: where an original is there, or a good part of one. */
export function createTranslations() {
  const documents = new Set<string>()
  const deferred = new Map<string, Translation>()
  return {
    /** Whether a document may be a translation; then it is remembered. */
    hold(path: string): boolean {
      const translation = translationOf(path)
      if (translation) deferred.set(path, translation)
      return translation !== undefined
    },
    /** A document that is none. */
    note: (path: string): void => void documents.add(path),
    /** Held documents that are no translation of any other. */
    withoutOriginal(): readonly string[] {
      const isTranslated = createJudge(documents, [...deferred.values()])
      return [...deferred].flatMap(([path, translation]) => (isTranslated(translation) ? [] : [path]))
    },
  }
}

/** A folder is a translation when what it may have been made from is at least half as large. */
function createJudge(
  documents: ReadonlySet<string>,
  deferred: readonly Translation[],
): (translation: Translation) => boolean {
  const originals = countBelow(documents)
  const groups = Map.groupBy(deferred, groupOf)
  const neighbours = Map.groupBy(deferred, ({ parent }) => parent)
  const isAmongLanguages = (parent: string, language: string): boolean =>
    originals.has(`${parent}en/`) || (neighbours.get(parent) ?? []).some((each) => each.language !== language)
  return (translation) => {
    const { parent, language, original } = translation
    if (original) return original.some((each) => documents.has(each))
    const isLarge = 2 * (originals.get(parent) ?? 0) >= (groups.get(groupOf(translation))?.length ?? 0)
    return isLarge && (LANGUAGE_CODE.test(language) || isAmongLanguages(parent, language))
  }
}

export type Translations = ReturnType<typeof createTranslations>

const TRANSLATION_FOLDERS = /^(?:i18n|l10n|locales?|translations?|translated|langs?|languages?)$/i

const LANGUAGES = setOf(
  'ar az bg bn ca cn cs da de el es et fa fi fr he hi hr hu hy id is it ja jp ka kk ko kr lt lv mk ml mn ms my nb ne nl no pl ps pt ro ru sk sl sq sr sv sw ta te th tr tw uk ur uz vi yo zh',
)

const REGIONS = setOf(
  '419 ar at be bg br ca ch cn co cz de dk es fi fr gr hans hant hk hu id il in ir it jp kr mo mx my nl no pl pt ro rs ru se sg th tr tw ua vn',
)

/** English is read by all who keep libraries: it goes nowhere, also where it is the translation. */
const isLanguage = (name: string): boolean => {
  const [language = '', region, ...more] = name.toLowerCase().split(/[-_]/)
  return LANGUAGES.has(language) && (region === undefined || REGIONS.has(region)) && more.length === 0
}

const languageOf = (name: string): string => name.toLowerCase().replace('_', '-')

/** `de`, `it` and `id` are also names of other things; these say of themselves that they are languages. */
const LANGUAGE_CODE = /^(?:zh|ja|ko|ru|cn|jp)$|-/

/** How many lie below each folder; the top is "". */
function countBelow(paths: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths) for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return counts
}

const foldersOf = (path: string) => path.split('/').map((_, at, segments) => asPrefix(segments.slice(0, at)))

const groupOf = ({ parent, language }: Translation): string => `${language}/${parent}`
