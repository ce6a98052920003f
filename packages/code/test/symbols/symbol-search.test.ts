import { describe, expect, it } from 'vitest'
import { isWukuError } from '@wuku/core/errors'
import { findSymbols, type SymbolQuery } from '../../src/symbols/symbol-search.ts'
import { findReferences } from '../../src/uses/references.ts'
import { indexed, type Files } from '../graph/indexed.ts'

const files: Files = {
  'server/server.go':
    'package server\n\n// Close stops it.\nfunc (s *Server) Close() error { return nil }\n\ntype Server struct {\n\tname string\n}\n',
  'src/pool.rs': 'pub struct Pool;\nimpl Pool {\n    pub fn close(&self) {}\n}\n',
  'lib/shop.ex': 'defmodule Shop.Cart do\n  def add(item), do: item\nend\n',
  'sea/a.h': 'int tide_open(\n    int moon);\n',
  'sea/b.c': 'int tide_open(int moon) {\n  return moon;\n}\n',
  'web/close.ts': "import { Pool } from './pool.ts'\nexport function close(pool: Pool): void {\n  pool.close()\n}\n",
  'web/pool.ts': 'export class Pool {\n  close(): void {}\n}\n',
  'web/close.test.ts': "import { close } from './close.ts'\nfunction closeAll() {}\nclose(pool)\n",
  'web/购物车.py': '类别 = 1\nclass 购物车:\n    def 添加商品(self):\n        return 类别\n',
}

const ask = async (query: Partial<SymbolQuery> & { readonly name: string }) => {
  const shop = await indexed(files)
  return shop.ask((place) =>
    findSymbols({ match: 'auto', within: { sources: [shop.source.id] }, ...query }, { ...place, cache: shop.cache }),
  )
}

const told = async (query: Parameters<typeof ask>[0]) => {
  const { match, symbols } = await ask(query)
  return [match, ...symbols.map(({ namePath, path }) => `${namePath.join('.')} ${path}`)]
}

describe('symbols', () => {
  it.each([
    [{ name: 'Server.Close' }, ['exact', 'Server.Close server/server.go']],
    [{ name: 'Pool::close', language: 'rust' }, ['exact', 'Pool.close src/pool.rs']],
    [{ name: 'Shop.Cart' }, ['exact', 'Shop.Cart lib/shop.ex']],
    [{ name: 'Cart.add' }, ['exact', 'Shop.Cart.add lib/shop.ex']],
    [{ name: '添加商品' }, ['exact', '购物车.添加商品 web/购物车.py']],
    [{ name: '商品', match: 'part' }, ['part', '购物车.添加商品 web/购物车.py']],
    [{ name: 'close', kind: 'class', match: 'auto' }, undefined],
    [{ name: 'Pool.shut' }, undefined],
    [{ name: 'Nothing.close', language: 'rust' }, ['part', 'Pool.close src/pool.rs']],
    [{ name: 'cloes', language: 'rust' }, ['fuzzy', 'Pool.close src/pool.rs']],
    [{ name: 'name', kind: 'field' }, ['exact', 'Server.name server/server.go']],
    [{ name: '' }, undefined],
    [{ name: '🛒' }, undefined],
  ] as const)('%j', async (query, expected) => {
    const found = await told(query).catch((error: unknown) => {
      if (!isWukuError(error)) throw error
      return undefined
    })
    expect(found).toEqual(expected)
  })

  it('have a body before its prototype', async () =>
    expect(await told({ name: 'tide_open' })).toEqual(['exact', 'tide_open sea/b.c', 'tide_open sea/a.h']))

  it('come in order: as written, sources before tests, by who imports them', async () =>
    expect(await told({ name: 'close' })).toEqual([
      'exact',
      'close web/close.ts',
      'Pool.close web/pool.ts',
      'Pool.close src/pool.rs',
      'Server.Close server/server.go',
    ]))
})

describe('references', () => {
  const of = async (name: string, path?: string) => {
    const shop = await indexed(files)
    const found = await shop.ask((place) =>
      findReferences({ name, ...(path !== undefined && { path }), within: { sources: [shop.source.id] } }, place),
    )
    const lines = found.files.flatMap(({ path: file, link, references }) =>
      references.map(({ line, where }) => `${link} ${file}:${line} ${where}`),
    )
    return { lines, ofNamesakes: found.ofNamesakes }
  }
  it('of a function are where it is imported and called', async () =>
    expect(await of('close', 'web/close.ts')).toEqual({
      lines: ['imports web/close.test.ts:1 import', 'imports web/close.test.ts:3 code', 'defines web/close.ts:3 code'],
      ofNamesakes: 0,
    }))
  it('of a name in Chinese', async () => expect((await of('类别')).lines).toEqual(['defines web/购物车.py:4 code']))
  it('of a type of Rust are its implementations too', async () =>
    expect((await of('Pool', 'src/pool.rs')).lines).toContain('defines src/pool.rs:2 code'))
  it('references are found in Go files with comments', async () =>
    expect((await of('Close')).lines).toEqual(['defines server/server.go:3 comment']))
})
