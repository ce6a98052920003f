import { describe } from 'vitest'
import { check, files, type Tree } from './resolved.ts'

describe('TypeScript, relative', () => {
  const tree = files('src/a.ts', 'src/b.ts', 'src/b.js', 'src/c/index.tsx', 'src/d.d.ts', 'src/e.vue', 'src/f.css.ts')
  const more = files(
    'src/g.service.ts',
    'src/h.json',
    'index.ts',
    'src/用户.ts',
    'src/i.mts',
    'src/j/k.ts',
    'src/👩‍💻.ts',
  )
  check('typescript', { ...tree, ...more }, [
    ['src/a.ts', './b', ['src/b.ts']],
    ['src/a.ts', './b.js', ['src/b.js']],
    ['src/a.ts', './g.service.js', ['src/g.service.ts']],
    ['src/a.ts', './c', ['src/c/index.tsx']],
    ['src/a.ts', './c/', ['src/c/index.tsx']],
    ['src/a.ts', './c/index.js', ['src/c/index.tsx']],
    ['src/a.ts', './d', ['src/d.d.ts']],
    ['src/a.ts', './e.vue', ['src/e.vue']],
    ['src/a.ts', './f.css', ['src/f.css.ts']],
    ['src/a.ts', './h.json', ['src/h.json']],
    ['src/a.ts', './b?raw', ['src/b.ts']],
    ['src/a.ts', 'raw-loader!./b', ['src/b.ts']],
    ['src/a.ts', '..', ['index.ts']],
    ['src/a.ts', './用户', ['src/用户.ts']],
    ['src/a.ts', './👩‍💻', ['src/👩‍💻.ts']],
    ['src/a.ts', './i.mjs', ['src/i.mts']],
    ['src/j/k.ts', '../a', ['src/a.ts']],
    ['src/a.ts', './gone', []],
    ['src/a.ts', '../../src/b', []],
    ['src/a.ts', '../../../etc/passwd', []],
    ['src/a.ts', 'node:fs', []],
    ['src/a.ts', 'https://example.org/x.js', []],
    ['src/a.ts', 'react', []],
    ['src/a.ts', '', []],
    ['src/a.ts', './a', []],
  ])
})

describe('JavaScript prefers itself', () =>
  check('javascript', files('a.js', 'b.js', 'b.ts'), [['a.js', './b', ['b.js']]]))

describe('tsconfig', () => {
  const tree: Tree = {
    'tsconfig.base.json':
      '{ // shared\n "compilerOptions": { "baseUrl": ".", "paths": { "@core": ["libs/core/src/index.ts"], "@ui/*": ["libs/ui/src/*", "libs/old/*",], }, } }',
    'apps/web/tsconfig.json': '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "strict": true } }',
    'apps/vite/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
    'apps/vite/tsconfig.app.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    'apps/loop/tsconfig.json': '{ "extends": "./tsconfig.other.json", "compilerOptions": { "baseUrl": "src" } }',
    'apps/loop/tsconfig.other.json': '{ "extends": ["./tsconfig.json"] }',
    'apps/bad/tsconfig.json': '{ "compilerOptions": { "paths": ',
    'apps/shared/tsconfig.json': '{ "extends": "@acme/config/base.json" }',
    'tools/config/package.json': '{ "name": "@acme/config" }',
    'tools/config/tsconfig.json': '{}',
    'tools/config/base.json': '{}',
    'apps/dir/tsconfig.json':
      '{ "extends": "@acme/config" , "compilerOptions": { "paths": { "~lib": ["${configDir}/x.ts"] } } }',
    ...files('libs/core/src/index.ts', 'libs/ui/src/button.tsx', 'libs/old/list.ts', 'apps/web/main.ts'),
    ...files(
      'apps/vite/src/main.ts',
      'apps/vite/src/views/home/index.vue',
      'apps/loop/src/util/x.ts',
      'apps/loop/src/y.ts',
    ),
    ...files('apps/bad/a.ts', 'apps/bad/b.ts', 'apps/shared/a.ts', 'apps/dir/a.ts', 'apps/dir/x.ts'),
  }
  check('typescript', tree, [
    ['apps/web/main.ts', '@core', ['libs/core/src/index.ts']],
    ['apps/web/main.ts', '@ui/button', ['libs/ui/src/button.tsx']],
    ['apps/web/main.ts', '@ui/list.js', ['libs/old/list.ts']],
    ['apps/web/main.ts', 'libs/old/list', ['libs/old/list.ts']],
    ['apps/vite/src/main.ts', '@/views/home', ['apps/vite/src/views/home/index.vue']],
    ['apps/loop/src/y.ts', 'util/x', ['apps/loop/src/util/x.ts']],
    ['apps/bad/a.ts', './b', ['apps/bad/b.ts']],
    ['apps/bad/a.ts', '@core', []],
    ['apps/shared/a.ts', '@core', []],
    ['apps/dir/a.ts', '~lib', ['apps/dir/x.ts']],
  ])
})

describe('packages', () => {
  const tree: Tree = {
    'packages/one/package.json':
      '{ "name": "@acme/one", "main": "dist/index.js", "exports": { ".": { "types": "./dist/index.d.ts", "import": "./dist/index.mjs" }, "./parts/*": "./dist/deep/*.js", "./tool": "./bin/run.js" }, "imports": { "#inner/*": "./src/hidden/*.js" } }',
    'packages/two/package.json': '{ "name": "two", "exports": "./lib/main.js" }',
    'packages/three/package.json': '{ "name": "three" }',
    'plain/lib/package.json': '{ "main": "entry" }',
    ...files(
      'packages/one/src/index.ts',
      'packages/one/src/deep/x.ts',
      'packages/one/bin/run.ts',
      'packages/one/src/hidden/y.ts',
    ),
    ...files('packages/two/lib/main.js', 'packages/two/a.ts', 'packages/three/index.js', 'packages/three/src/z.ts'),
    ...files('plain/lib/entry.js', 'plain/use.ts'),
  }
  check('typescript', tree, [
    ['packages/two/a.ts', '@acme/one', ['packages/one/src/index.ts']],
    ['packages/two/a.ts', '@acme/one/parts/x', ['packages/one/src/deep/x.ts']],
    ['packages/two/a.ts', '@acme/one/tool', ['packages/one/bin/run.ts']],
    ['packages/two/a.ts', '@acme/one/src/deep/x', ['packages/one/src/deep/x.ts']],
    ['packages/one/src/index.ts', '#inner/y', ['packages/one/src/hidden/y.ts']],
    ['packages/one/src/index.ts', 'two', ['packages/two/lib/main.js']],
    ['packages/one/src/index.ts', 'three', ['packages/three/index.js']],
    ['packages/one/src/index.ts', 'three/z', ['packages/three/src/z.ts']],
    ['plain/use.ts', './lib', ['plain/lib/entry.js']],
    ['packages/two/a.ts', '@acme/none', []],
  ])
})
