import type { Attachment, ItemRead, Page, Section, ServiceToOpen } from '../framework/connector.ts'
import type { openPeople } from './audiences.ts'
import { renderedTwice } from '../framework/rendered-twice.ts'
import { allOf } from '../http/client.ts'
import { entryOf, idOfPerson, listed, type Entry, type Row } from './confluence-types.ts'
import type { openEntries } from './spaces.ts'
import type { Paths } from './paths.ts'
import { renderStorage, type StorageContext } from './storage.ts'

type Wiki = Pick<ReturnType<typeof openEntries>, 'current' | 'spaceOf'> &
  Pick<ReturnType<typeof openPeople>, 'personOf'>

/** Texts of pages with what was said about them. */
export function openTexts(given: ServiceToOpen, paths: Paths, { current, spaceOf, personOf }: Wiki) {
  const { root, cite } = given
  const home = root.replace(/\/(?:display|spaces)\/.*$/, '')
  async function remarksOn(id: string): Promise<readonly Row[]> {
    const [lists, remarks] = [[...paths.comments(id)], new Map<unknown, Row>()]
    for (const path of lists)
      for await (const rows of listed<Row>(given, path, true))
        for (const row of rows) {
          const answers = paths.answers(path, row.id ?? '')
          if (answers !== '' && !remarks.has(row.id)) lists.push(answers)
          remarks.set(row.id, row)
        }
    return [...remarks.values()]
  }
  async function answerTo([kind, text = '', space]: readonly (string | undefined)[]): Promise<string | undefined> {
    if (kind === 'person') return (await personOf(text)).displayName
    if (kind === 'page') {
      const within = await spaceOf(space)
      for await (const [row] of within ? listed<Row>(given, paths.titled(within, text), true) : [])
        if (row) return cite(entryOf(row, 'pages').id)
      return undefined
    }
    const to = URL.canParse(text, home) ? new URL(text, home) : undefined
    const number = to?.host === new URL(home).host ? /(?:\/pages\/|[?&]pageId=)(\d+)/.exec(to.href)?.[1] : undefined
    return number !== undefined && (await current(`pages/${number}`)) ? cite(`pages/${number}`) : text
  }
  return async (own: Entry & Pick<Page, 'path' | 'version'>, audience: string): Promise<ItemRead> => {
    const [remarks, losses] = [await remarksOn(own.id), new Map<string, number>()]
    const files = await filesOf(own.id, given, paths)
    const attachments = files.map((file) => attachmentOf(file, given))
    const version = own.version + versionOf(files)
    const url = home + (own.webui ?? `/pages/viewpage.action?pageId=${own.id.replace(/.*\//, '')}`)
    const page = await renderedTwice(answerTo, (ask) => {
      losses.clear()
      const lost = (name: string): void => void losses.set(name, (losses.get(name) ?? 0) + 1)
      const context: StorageContext = { ask: (kind, text, space = own.space) => ask(kind, text, space), lost }
      const said = remarks
        .map((row) => remarkOf(row, context))
        .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
      const sections = [{ markdown: renderStorage(own.storage, context) }, ...said]
      return { ...own, version, url, audience, attachments, author: authorOf(own, context), sections }
    })
    return { pages: [page], losses: Object.fromEntries(losses) }
  }
}

export async function filesOf(id: string, given: ServiceToOpen, paths: Paths): Promise<readonly Row[]> {
  const rows = await allOf(listed<Row>(given, paths.files(id), true))
  return [...new Map(rows.map((row) => [row.id ?? row, row])).values()]
}

/** Files come, change and go without another version of their page: their number and the last change of them is its end. */
export function versionOf(files: readonly Row[]): string {
  const newest = Math.max(0, ...files.map((file) => entryOf(file, 'attachments').updatedAt))
  return files.length === 0 ? '' : `+${files.length}@${newest}`
}

/** Links begin behind the context, and lead on to where the file lies. */
const attachmentOf = (file: Row, { api }: ServiceToOpen): Attachment => ({
  name: file.title ?? '',
  url: api + (file.downloadLink ?? file['_links']?.download ?? ''),
  bytes: file.fileSize ?? file.extensions?.fileSize ?? 0,
})

const authorOf = ({ author }: Pick<Entry, 'author'>, { ask }: StorageContext): string =>
  author.displayName ?? ask('person', idOfPerson(author)) ?? idOfPerson(author)

function remarkOf(row: Row, context: StorageContext): Section {
  const { createdAt, updatedAt, storage, author } = entryOf(row, 'comments')
  const selection = row.properties?.inlineOriginalSelection ?? row.extensions?.inlineProperties?.originalSelection
  const isSolved = [row.resolutionStatus, row.extensions?.resolution?.status].includes('resolved')
  const about = [isSolved && 'solved', selection && `on “${selection}”`].filter(Boolean).join(', ')
  const facts = { anchor: `comment-${row.id}`, author: authorOf({ author }, context), at: createdAt || updatedAt }
  return { ...facts, about, markdown: renderStorage(storage, context) }
}
