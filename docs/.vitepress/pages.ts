import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const docs = join(import.meta.dirname, '..')

export const languages = ['en', 'zh'] as const
export type Language = (typeof languages)[number]

interface Section {
  readonly en: string
  readonly zh: string
  /** Paths below the documentation, without an ending; a trailing `/*` is every page of a folder. */
  readonly pages: readonly string[]
  readonly isClosed?: true
}

/** The table of contents, of both languages: a page is called what its first heading says. */
export const sections: readonly Section[] = [
  {
    en: 'Begin',
    zh: '开始',
    pages: [
      'guides/getting-started',
      'guides/install',
      'guides/terminal',
      'guides/agents-connect',
      'guides/hooks',
      'guides/agents',
      'guides/coming-from',
      'guides/troubleshooting',
      'guides/privacy',
    ],
  },
  {
    en: 'Storehouses',
    zh: '五座库',
    pages: [
      'guides/recall',
      'guides/code',
      'guides/notes',
      'guides/chats',
      'guides/pads',
      'guides/docs',
      'guides/verify',
    ],
  },
  { en: 'Models', zh: '模型', pages: ['guides/meaning', 'guides/models', 'guides/evaluate'] },
  { en: 'Keeping', zh: '保存', pages: ['guides/backup', 'guides/export', 'guides/pack', 'versions'] },
  {
    en: 'Server and team',
    zh: '服务器与团队',
    pages: [
      'guides/server',
      'guides/console',
      'guides/team',
      'guides/accounts',
      'guides/login',
      'guides/push',
      'guides/connect-github',
      'guides/connect-gitlab',
      'guides/connect-notion',
      'guides/connect-yuque',
      'guides/connect-feishu',
      'guides/connect-confluence',
      'guides/connect-confluence-dc',
      'guides/webhooks',
      'guides/team-store',
      'guides/operation',
      'guides/engine',
      'guides/instances',
      'scale',
      'security',
    ],
  },
  { en: 'Reference', zh: '参考', pages: ['reference/operations', 'reference/settings', 'reference/metrics'] },
  {
    en: 'How it is made',
    zh: '内部',
    isClosed: true,
    pages: [
      'ARCHITECTURE',
      'performance',
      'quality',
      'releasing',
      'guides/add-a-storehouse',
      'guides/add-a-store',
      'guides/add-an-engine',
      'guides/add-an-operation',
      'guides/add-a-format',
      'guides/add-a-docs-format',
      'guides/add-a-connector',
    ],
  },
  { en: 'Decisions', zh: '决策记录', isClosed: true, pages: ['decisions/*'] },
]

/** Parts of other pages, and no pages of the site. */
export const notOnTheSite = ['AGENTS.snippet.md']

/** Every page of the table that is there, by section. */
export const contents = (): readonly (Section & { readonly names: readonly string[] })[] =>
  sections.map((section) => ({ ...section, names: section.pages.flatMap(namesOf).filter(isThere) }))

const namesOf = (page: string): readonly string[] =>
  page.endsWith('/*')
    ? readdirSync(join(docs, page.slice(0, -2)))
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${page.slice(0, -1)}${name.slice(0, -3)}`)
        .toSorted()
    : [page]

const isThere = (name: string): boolean => existsSync(join(docs, `${name}.md`))

/** The file of a page in a language; where it is not translated, the English one. */
export const fileOf = (name: string, language: Language): string =>
  language === 'zh' && existsSync(join(docs, `${name}.zh-CN.md`)) ? `${name}.zh-CN.md` : `${name}.md`

/** Every page that a reader of a language may be sent to. */
export const filesOf = (language: Language): readonly string[] =>
  contents().flatMap(({ names }) => names.map((name) => fileOf(name, language)))

/** Its place on the site: Chinese pages lie under `zh/`. */
export const placeOf = (file: string): string =>
  file.endsWith('.zh-CN.md') ? `zh/${file.replace('.zh-CN.md', '.md')}` : file

/** Its address, without what the site lies under. */
export const addressOf = (file: string): string => `/${placeOf(file).replace(/(?:(?<=^|\/)index)?\.md$/, '')}`

export const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(docs, file), 'utf8'))?.[1]?.replaceAll('`', '') ?? file
