import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { baseCompile } from '@intlify/message-compiler'
import vue from '@vitejs/plugin-vue'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { digestOf } from './src/text/digest.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Where the server of the development machine listens: `wuku serve` of a house with something in it. */
const server = process.env['WUKU_CONSOLE_SERVER'] ?? 'http://127.0.0.1:7878'

// The server takes requests of its own origin alone.
const proxied = { target: server, changeOrigin: true, headers: { origin: server } }

/** A page is a few files: the shell, what rooms share, and its own. What is smaller than a request goes with its neighbours. */
const groups = [
  { name: 'begin', test: /\/session\/(?:begin|token)\.ts/, priority: 5 },
  { name: 'vendor', test: /\/node_modules\//, tags: ['$initial'], priority: 4 },
  {
    name: 'shell',
    test: /\/console\/src\/(?:main\.ts|(?:api|jobs|session|text|ui)\/[\w-]+\.ts$|keys\/page-actions|rooms\/\w+\/routes\.ts$|ui\/W(?:Empty|Kind|Loading|Marks|Panel|Progress|Split|Time|Waiting)\.vue|sharing\/(?:ShareButton|[\w-]+\.ts$))|\/lucide-vue-next\//,
    priority: 3,
  },
  { name: 'lists', test: /\/@tanstack\/|\/ui\/W(?:Table|List)\.vue/, priority: 2 },
  {
    name: 'sources',
    test: /\/files\/Sources?(?:Table|State)\.vue/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'reading', test: /\/(?:VerifyPart|WContents)\.vue/, minShareCount: 2, priority: 2 },
  {
    name: 'layers',
    test: /\/node_modules\/(?!uplot|reka-ui\/dist\/(?:Combobox|HoverCard))|\/console\/src\/(?!rooms\/|ask\/|ui\/WCitation)/,
    minShareCount: 3,
    priority: 1,
  },
  { name: 'citations', test: /\/reka-ui\/dist\/HoverCard|\/ui\/WCitation/, minShareCount: 2 },
  { name: 'ask', test: /\/console\/src\/ask\//, minShareCount: 2 },
  { name: (id: string) => /\/console\/src\/rooms\/([^/]+)\/.*\.(?:ts|vue)/.exec(id)?.[1] ?? null, minShareCount: 2 },
]

export default defineConfig({
  root: here('.'),
  plugins: [vue(), compiledTexts(), constantTexts(), firstFiles()],
  resolve: {
    alias: {
      // Without the compiler of messages, which makes functions from texts: the policy of the page forbids that.
      'vue-i18n': fileURLToPath(import.meta.resolve('vue-i18n').replace(/dist\/.*$/, 'dist/vue-i18n.runtime.mjs')),
      '../createLucideIcon.js': here('src/ui/icon.ts'),
    },
  },
  define: {
    __VUE_OPTIONS_API__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    __VUE_I18N_LEGACY_API__: 'false',
    __VUE_I18N_FULL_INSTALL__: 'false',
    __INTLIFY_PROD_DEVTOOLS__: 'false',
    __INTLIFY_DROP_MESSAGE_COMPILER__: 'true',
  },
  build: {
    outDir: here('../../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    // Assets in the text of a page would be inline: the policy of the page forbids that.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    // All styles are ten kilobytes: one file, and no page waits for its own.
    cssCodeSplit: false,
    // The groups say what goes together, and nothing else moves.
    rolldownOptions: { experimental: { chunkOptimization: false }, output: { codeSplitting: { groups } } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': proxied, '/metrics': proxied } },
})

/**
 * The page requests these before its program runs: the login, the font of Latin letters, so that text is drawn only once, and
 * the files of the first page, which `theme.js` looks up by the address.
 */
function firstFiles(): Plugin {
  return {
    name: 'first-files',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const font = Object.keys(bundle).find((file) => file.endsWith('.woff2'))
        const pages = JSON.stringify(pagesIn(bundle))
        return html
          .replace(/<script (?=[^>]*\/begin-)/, '<script async fetchpriority="high" ')
          .replace(
            '<meta',
            `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}" /><meta name="pages" content='${pages}' />$&`,
          )
      },
    },
  }
}

/** For each pattern of addresses: the files of the page, and its texts in English and in Chinese. */
function pagesIn(bundle: Rolldown.OutputBundle): readonly (readonly [string, ...(readonly string[])[]])[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const filesOf = (module: string): readonly string[] => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`))
    return chunk ? [chunk.fileName, ...chunk.imports] : []
  }
  const rest = (...modules: readonly string[]): readonly string[] =>
    modules.flatMap(filesOf).filter((file) => !/\/(?:begin|vendor|shell)-/.test(file))
  return readdirSync(here('src/rooms')).flatMap((room) =>
    [...readFileSync(here(`src/rooms/${room}/routes.ts`), 'utf8').matchAll(/path: '(.+?)', .*\/(\w+\.vue)/g)].map(
      ([, path = '', page = '']) => [
        `^${path.replace(/\/:\w+(\W\S*)?/g, (_, isOpen) => (isOpen ? '.*' : '/[^/]+'))}$`,
        rest(`rooms/${room}/${page}`),
        ...['en', 'zh'].map((language) =>
          rest(...['text', room, `rooms/${room}`].map((part) => `${part}/${language}.json`)),
        ),
      ],
    ),
  )
}

/** Constant texts of the server in Chinese, by a digest of their English: half of what they weigh. */
function constantTexts(): Plugin {
  return {
    name: 'constant-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/messages\/src\/zh\/\w+\.json$/ },
      handler(code) {
        const texts = Object.entries(JSON.parse(code) as Record<string, string>)
        const byDigest = Object.fromEntries(texts.map(([english, chinese]) => [digestOf(english), chinese]))
        if (Object.keys(byDigest).length < texts.length) throw new Error('Two texts have one digest.')
        return { code: `export default ${JSON.stringify(byDigest)}`, moduleType: 'js', map: null }
      },
    },
  }
}

/** Compiles the texts of both languages while the console is built: the browser gets trees, and no compiler. */
function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/console\/src\/.*\/(en|zh)\.json$/ },
      handler: (code) => ({
        code: `export default ${JSON.stringify(compiled(JSON.parse(code)))}`,
        moduleType: 'js',
        map: null,
      }),
    },
  }
}

function compiled(texts: unknown): unknown {
  if (typeof texts === 'string')
    return baseCompile(texts, { jit: true, minify: true, optimize: true, location: false }).ast
  return Object.fromEntries(Object.entries(texts as object).map(([key, value]) => [key, compiled(value)]))
}
