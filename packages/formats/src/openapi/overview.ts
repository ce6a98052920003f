import { codeSpan, gfmTable } from '../writing/write-markdown.ts'
import type { PageWriter } from '../writing/page-writer.ts'
import { serverOf } from './request.ts'
import { at, entriesOf, listOf, resolve, type Tree, treeOf, wordsOf } from './openapi-tree.ts'
import { describedBelow, firstSentence, onOneLine } from './openapi-text.ts'

/** Writes the description of the API, its servers and its authentication. */
export function writeOverview(writer: PageWriter, root: Tree, title: string): void {
  const info = treeOf(at(root, 'info'))
  const text = wordsOf(at(info, 'description')) || wordsOf(at(info, 'summary'))
  const version = wordsOf(at(info, 'version'))
  writer.openPart({ title, anchor: 'overview', description: firstSentence(text) })
  writer.heading(1, title, 'overview')
  writer.block(version === '' ? '' : `Version ${version}.`)
  writer.block(describedBelow(1, text))
  if (namesServers(root)) writer.block(`**Servers**\n\n${serverList(root)}`)
  writeSecurity(writer, root)
  writeTags(writer, root)
  writer.closePart()
}

/** Example requests need an address; without one in the file, none is invented. */
const namesServers = (root: Tree): boolean => listOf(at(root, 'servers')).length > 0 || wordsOf(at(root, 'host')) !== ''

const MAX_SERVERS = 20

function serverList(root: Tree): string {
  const servers = listOf(at(root, 'servers')).slice(0, MAX_SERVERS).map(treeOf)
  if (servers.length === 0) return `- ${codeSpan(serverOf(root))}`
  return servers
    .map((server) => {
      const about = onOneLine(wordsOf(at(server, 'description')))
      const variables = entriesOf(at(server, 'variables'))
        .slice(0, MAX_SERVERS)
        .map(([name, variable]) => {
          const values = listOf(at(variable, 'enum')).map(wordsOf).join(', ').slice(0, 200)
          return `\n  - ${codeSpan(name)}: default ${codeSpan(wordsOf(at(variable, 'default')))}${values === '' ? '' : `, one of ${values}`}`
        })
      return `- ${codeSpan(wordsOf(at(server, 'url')) || '/')}${about === '' ? '' : `: ${about}`}${variables.join('')}`
    })
    .join('\n')
}

function writeSecurity(writer: PageWriter, root: Tree): void {
  const schemes = entriesOf(at(treeOf(at(root, 'components')), 'securitySchemes') ?? at(root, 'securityDefinitions'))
  const rows = schemes.slice(0, 30).map(([name, written]) => {
    const scheme = resolve(root, written)
    const kind = [wordsOf(at(scheme, 'type')), wordsOf(at(scheme, 'scheme')), wordsOf(at(scheme, 'flow'))]
      .filter((word) => word !== '')
      .join(' ')
    const place = [wordsOf(at(scheme, 'in')), wordsOf(at(scheme, 'name'))].filter((word) => word !== '').join(' ')
    return [codeSpan(name), kind, place, onOneLine(wordsOf(at(scheme, 'description')))]
  })
  if (rows.length > 0)
    writer.block(`**Security**\n\n${gfmTable([['Name', 'Type', 'In', 'Description'], ...rows], true)}`)
}

function writeTags(writer: PageWriter, root: Tree): void {
  const tags = listOf(at(root, 'tags'))
    .slice(0, 100)
    .map(treeOf)
    .filter((tag) => wordsOf(at(tag, 'description')) !== '')
  const lines = tags.map((tag) => `- **${wordsOf(at(tag, 'name'))}**: ${onOneLine(wordsOf(at(tag, 'description')))}`)
  if (lines.length > 0) writer.block(`**Tags**\n\n${lines.join('\n')}`)
}
