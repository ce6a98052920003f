import { fileURLToPath } from 'node:url'
import { baseCompile } from '@intlify/message-compiler'
import vue from '@vitejs/plugin-vue'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Where the server of the development machine listens: `wuku serve` of a house with something in it. */
const server = process.env['WUKU_CONSOLE_SERVER'] ?? 'http://127.0.0.1:7878'

// The server takes requests of its own origin alone.
const proxied = { target: server, changeOrigin: true, headers: { origin: server } }

export default defineConfig({
  root: here('.'),
  plugins: [vue(), compiledTexts()],
  resolve: {
    alias: {
      // Without the compiler of messages, which makes functions from texts: the policy of the page forbids that.
      'vue-i18n': fileURLToPath(import.meta.resolve('vue-i18n').replace(/dist\/.*$/, 'dist/vue-i18n.runtime.mjs')),
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
  },
  server: { host: '127.0.0.1', proxy: { '/api': proxied, '/metrics': proxied } },
})

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
