import { describe, it } from 'vitest'
import { check, type Files, type Row } from './check.ts'

describe('npm', () => {
  const manifest = {
    dependencies: { react: '^18.2.0', '@vue/core': '~3.4' },
    devDependencies: { old: 'npm:react@^17', react: '^18.2.1' },
    peerDependencies: { react: '>=17', local: 'file:../local' },
  }
  const asked = (react?: string, core?: string, old?: string, local?: string): readonly Row[] => [
    ['react', '^18.2.0', react],
    ['@vue/core', '~3.4', core],
    ['react', '^17', old],
    ['local', 'file:../local', local],
  ]
  it.each<[says: string, files: Files, expected: readonly Row[]]>([
    ['package.json alone', {}, asked()],
    [
      'package-lock.json of version 3',
      {
        'package-lock.json': {
          lockfileVersion: 3,
          packages: {
            '': { dependencies: { react: '^18.2.0' } },
            'node_modules/react': { version: '18.3.1' },
            'node_modules/@vue/core': { version: '3.4.21' },
            'node_modules/old': { name: 'react', version: '17.0.2' },
            'node_modules/local': { link: true, resolved: '../local' },
            'node_modules/x/node_modules/react': { version: '16.0.0' },
          },
        },
      },
      [...asked('18.3.1', '3.4.21', '17.0.2'), ['react', undefined, '16.0.0', 'package-lock.json', false]],
    ],
    [
      'package-lock.json of version 1',
      {
        'package-lock.json': {
          lockfileVersion: 1,
          dependencies: {
            react: { version: '18.3.1', dependencies: { 'loose-envify': { version: '1.4.0' } } },
            '@vue/core': { version: '3.4.21' },
            old: { version: 'npm:react@17.0.2' },
          },
        },
      },
      [...asked('18.3.1', '3.4.21', '17.0.2'), ['loose-envify', undefined, '1.4.0', 'package-lock.json', false]],
    ],
    [
      'yarn.lock of version 1',
      {
        'yarn.lock': [
          '# yarn lockfile v1',
          '',
          '"@vue/core@~3.4":',
          '  version "3.4.21"',
          '  dependencies:',
          '    version "^1.0"',
          '',
          '"old@npm:react@^17":',
          '  version "17.0.2"',
          '',
          'react@>=17, react@^18.2.0:',
          '  version "18.3.1"',
        ].join('\r\n'),
      },
      asked('18.3.1', '3.4.21', '17.0.2'),
    ],
    [
      'yarn.lock of version 4',
      {
        'yarn.lock':
          '__metadata:\n  version: 8\n\n"@vue/core@npm:~3.4":\n  version: 3.4.21\n  resolution: "x"\n\n"old@npm:react@^17":\n  version: 17.0.2\n\n"react@npm:^18.2.0, react@npm:^18.2.1":\n  version: 18.3.1\n\n"own@workspace:.":\n  version: 0.0.0-use.local\n',
      },
      asked('18.3.1', '3.4.21', '17.0.2'),
    ],
    [
      'pnpm-lock.yaml of version 5',
      {
        'pnpm-lock.yaml':
          "lockfileVersion: 5.4\n\nspecifiers:\n  react: ^18.2.0\n\ndependencies:\n  '@vue/core': 3.4.21_react@18.3.1\n  react: 18.3.1\n\ndevDependencies:\n  old: /react/17.0.2\n  local: link:../local\n\npackages:\n\n  /react/18.3.1:\n    dependencies:\n      loose-envify: 1.4.0\n\n  /react/17.0.2:\n    dev: true\n\n  /@vue/core/3.4.21_react@18.3.1:\n    dev: false\n\n  /loose-envify/1.4.0:\n    dev: false\n",
      },
      [...asked('18.3.1', '3.4.21', '17.0.2'), ['loose-envify', undefined, '1.4.0', 'pnpm-lock.yaml', false]],
    ],
    [
      'pnpm-lock.yaml of version 9',
      {
        'pnpm-lock.yaml':
          "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      '@vue/core':\n        specifier: ~3.4\n        version: 3.4.21(react@18.3.1)\n      react:\n        specifier: ^18.2.0\n        version: 18.3.1\n    devDependencies:\n      old:\n        specifier: npm:react@^17\n        version: react@17.0.2\n\npackages:\n\n  '@vue/core@3.4.21':\n    resolution: {integrity: sha512-x}\n\n  react@18.3.1:\n    resolution: {integrity: sha512-x}\n",
      },
      asked('18.3.1', '3.4.21', '17.0.2'),
    ],
    [
      'bun.lock',
      {
        'bun.lock':
          '{\n "lockfileVersion": 1,\n "workspaces": {"": {"name": ",]",},},\n "packages": {\n  "react": ["react@18.3.1", "", {}, "sha\\"",],\n  "old": ["react@17.0.2", "", {}, "x"],\n  "@vue/core": ["@vue/core@3.4.21", "", {},"",],\n },\n}',
      },
      asked('18.3.1', '3.4.21', '17.0.2'),
    ],
  ])('%s', (_says, files, expected) => check({ 'package.json': manifest, ...files }, expected))

  it('finds another version in each folder of a workspace, and leaves out what others wrote', () =>
    check(
      {
        'package.json': { dependencies: { react: '^19' } },
        'apps/old/package.json': { dependencies: { react: '^18' } },
        'apps/new/package.json': '\uFEFF{"dependencies":{"react":"^19"}}',
        'node_modules/react/package.json': { dependencies: { scheduler: '1' } },
        'package-lock.json': {
          packages: {
            'node_modules/react': { version: '19.0.1' },
            'apps/old/node_modules/react': { version: '18.3.1' },
          },
        },
      },
      [
        ['react', '^19', '19.0.1'],
        ['react', '^18', '18.3.1', 'apps/old/package.json'],
        ['react', '^19', '19.0.1', 'apps/new/package.json'],
      ],
    ))
  it('asks the nearest lockfile', () =>
    check(
      {
        'a/package.json': { dependencies: { react: '^18' } },
        'pnpm-lock.yaml': 'importers:\n  a:\n    dependencies:\n      react:\n        version: 18.2.0\n',
        'a/yarn.lock': 'react@^18:\n  version "18.3.1"\n',
      },
      [['react', '^18', '18.3.1']],
    ))
})
