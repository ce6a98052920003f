import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { anchorOf } from './anchors.ts'
import { sitesLinks } from './links.ts'
import { addressOf, contents, docs, fileOf, type Language, notOnTheSite, placeOf, titleOf } from './pages.ts'
import { searchPlugin } from './search/plugin.ts'

const { version } = JSON.parse(readFileSync(join(docs, '../package.json'), 'utf8'))
/** That of the console. */
const mark = readFileSync(join(docs, '../packages/console/public/mark.svg'), 'utf8')
const host = 'https://github.com/wuku/wuku'

export default defineConfig({
  title: 'wuku 五库',
  base: process.env['WUKU_SITE_BASE'] ?? '/',
  cleanUrls: true,
  cacheDir: join(docs, '../.cache/site'),
  srcExclude: notOnTheSite,
  rewrites: placeOf,
  transformPageData(page) {
    // One long table, wider than a column of text.
    if (page.relativePath.endsWith('reference/settings.md')) page.frontmatter['aside'] = false
  },
  head: [
    ['meta', { name: 'theme-color', content: '#0f766e' }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `data:image/svg+xml,${encodeURIComponent(mark)}` }],
  ],
  markdown: {
    // Pages are written for GitHub too: what looks like a tag is text.
    html: false,
    anchor: { slugify: anchorOf },
    config: sitesLinks,
  },
  vite: {
    plugins: [searchPlugin()],
    resolve: {
      alias: [
        {
          find: /^.*\/VPNavBarSearch\.vue$/,
          replacement: fileURLToPath(new URL('./theme/SiteSearch.vue', import.meta.url)),
        },
      ],
    },
    // Its esbuild does not know the target of tsconfig.json.
    esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022', verbatimModuleSyntax: true } } },
    // The index is fetched when somebody begins to search.
    build: { chunkSizeWarningLimit: 2_000 },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      description: 'One private memory for your AI agents: code, notes, conversations, scratchpads and documentation.',
      themeConfig: {
        nav: nav('en', ['Guide', 'Operations', 'Settings']),
        sidebar: sidebar('en'),
        editLink: { pattern: `${host}/blob/main/docs/:path`, text: 'This page on GitHub' },
        footer: footer('Released under Apache-2.0.'),
      },
    },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      description: '给 AI 智能体的一座私人知识库：代码、笔记、对话、草稿板和库文档。',
      themeConfig: {
        nav: nav('zh', ['指南', '操作', '设置']),
        sidebar: sidebar('zh'),
        editLink: { pattern: `${host}/blob/main/docs/:path`, text: '在 GitHub 上查看此页' },
        footer: footer('以 Apache-2.0 许可发布。'),
        outline: { label: '本页内容', level: [2, 3] },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '外观',
        lightModeSwitchTitle: '浅色',
        darkModeSwitchTitle: '深色',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
        langMenuLabel: '语言',
        skipToContentLabel: '跳到正文',
      },
    },
  },
  themeConfig: {
    outline: { level: [2, 3] },
  },
})

function nav(language: Language, [guide = '', operations = '', settings = '']: readonly string[]) {
  const link = (name: string): string => addressOf(fileOf(name, language))
  return [
    { text: guide, link: link('guides/getting-started') },
    { text: operations, link: link('reference/operations') },
    { text: settings, link: link('reference/settings') },
    { text: version, link: `${host}/blob/main/CHANGELOG.md` },
    { text: 'GitHub', link: host },
  ]
}

function sidebar(language: Language) {
  return contents().map((section) => ({
    text: section[language],
    ...(section.isClosed && { collapsed: true }),
    items: section.names.map((name) => {
      const file = fileOf(name, language)
      return { text: titleOf(file), link: addressOf(file) }
    }),
  }))
}

function footer(message: string) {
  return { message, copyright: 'wuku 五库' }
}
