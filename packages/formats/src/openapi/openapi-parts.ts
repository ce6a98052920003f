import { codeSpan, fence, gfmTable } from '../writing/write-markdown.ts'
import type { PageWriter } from '../writing/page-writer.ts'
import { exampleOf, exampleText, schemaExample } from './examples.ts'
import type { Body, Operation, Response } from './operation.ts'
import { curlOf } from './request.ts'
import { at, firstEntries, isTree, listOf, resolve, type Tree, treeOf, wordsOf } from './openapi-tree.ts'
import { limitWords, schemaList, typeWords } from './types.ts'
import { describedBelow, firstSentence, onOneLine } from './openapi-text.ts'

/** One operation, all that is needed to call it. */
export function writeOperation(writer: PageWriter, root: Tree, operation: Operation): void {
  const { about, method, path, isWebhook, body, responses } = operation
  const address = `${isWebhook ? 'Webhook ' : ''}${method} ${path}`.replaceAll(/\s+/g, ' ')
  const [summary, text] = [onOneLine(wordsOf(at(about, 'summary'))), wordsOf(at(about, 'description'))]
  const anchor = wordsOf(at(about, 'operationId')) || `${method.toLowerCase()}-${path}`
  const title = summary === '' ? address : `${address}: ${summary}`
  writer.openPart({ title, anchor, description: summary || firstSentence(text) })
  writer.heading(2, address, anchor)
  writer.block(summary)
  if (text.trim() !== summary) writer.block(describedBelow(2, text))
  writer.block(remarks(about))
  writeParameters(writer, operation, root)
  if (body) writeBody(writer, root, body)
  writeResponses(writer, root, responses)
  if (!isWebhook) writer.block(`**Example request**\n\n${fence(curlOf(root, operation), 'bash')}`)
  writeExample(writer, root, responses)
  writer.closePart()
}

function remarks(about: Tree): string {
  const tags = listOf(at(about, 'tags')).slice(0, 100).map(wordsOf).join(', ').slice(0, 200)
  const security = listOf(at(about, 'security'))
    .slice(0, 10)
    .flatMap((each) => firstEntries(each, 10).map(([name]) => name))
    .slice(0, 10)
  const name = wordsOf(at(about, 'operationId'))
  return [
    at(about, 'deprecated') === true ? '**Deprecated.**' : '',
    name === '' ? '' : `Operation: ${codeSpan(name)}.`,
    tags === '' ? '' : `Tags: ${tags}.`,
    security.length === 0 ? '' : `Security: ${[...new Set(security)].join(', ')}.`,
  ]
    .filter((words) => words !== '')
    .join(' ')
}

function writeParameters(writer: PageWriter, { parameters }: Operation, root: Tree): void {
  if (parameters.length === 0) return
  const rows = parameters.map((parameter) => {
    const [[, media] = []] = firstEntries(at(parameter, 'content'), 1)
    const schema = at(parameter, 'schema') ?? at(treeOf(media), 'schema') ?? parameter
    const limits = limitWords(resolve(root, schema))
    const about = [onOneLine(wordsOf(at(parameter, 'description'))), limits.join(', ')].filter((words) => words !== '')
    const name = wordsOf(at(parameter, 'name')) || typeWords(parameter)
    const isRequired = at(parameter, 'required') === true ? 'yes' : 'no'
    return [codeSpan(name), wordsOf(at(parameter, 'in')), typeWords(schema), isRequired, about.join(' — ')]
  })
  writer.block(`**Parameters**\n\n${gfmTable([['Name', 'In', 'Type', 'Required', 'Description'], ...rows], true)}`)
}

function writeBody(writer: PageWriter, root: Tree, { about, isRequired, type, media }: Body): void {
  const schema = at(media, 'schema')
  const facts = [
    type === '' ? '' : codeSpan(type),
    schema === undefined ? '' : typeWords(schema),
    isRequired ? 'required' : '',
  ]
  writer.block(`**Request body** (${facts.filter((words) => words !== '').join(', ') || 'of any type'})`)
  writer.block(describedBelow(2, wordsOf(at(about, 'description'))))
  writer.block(schemaList(root, schema, { depth: 2, lines: 60 }))
}

/** Successful responses are described in full, all others by name only. */
function writeResponses(writer: PageWriter, root: Tree, responses: readonly Response[]): void {
  if (responses.length === 0) return
  const lines = responses.map(({ status, about, type, media }) => {
    const schema = media === undefined ? undefined : at(media, 'schema')
    const facts = [type === '' ? '' : codeSpan(type), schema === undefined ? '' : typeWords(schema)].filter(
      (words) => words !== '',
    )
    const list =
      schema !== undefined && /^(?:2|default)/.test(status) ? schemaList(root, schema, { depth: 1, lines: 40 }) : ''
    const head = `- ${codeSpan(status)} ${onOneLine(wordsOf(at(about, 'description')))}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
    return list === '' ? head : `${head}\n${list.replaceAll(/^/gm, '  ')}`
  })
  writer.block(`**Responses**\n\n${lines.join('\n')}`)
}

function writeExample(writer: PageWriter, root: Tree, responses: readonly Response[]): void {
  const good = responses.find(({ status, media }) => /^(?:2|default)/.test(status) && media !== undefined)
  if (!good?.media) return
  const example = exampleOf(root, good.media)
  const text = example === undefined ? '' : exampleText(example)
  if (text !== '')
    writer.block(
      `**Example response** (${good.status})\n\n${fence(text, good.type.includes('xml') ? 'xml' : good.type.includes('json') ? 'json' : '')}`,
    )
}

/** A schema that operations speak of by name. */
export function writeSchema(
  writer: PageWriter,
  root: Tree,
  { name, schema }: { readonly name: string; readonly schema: Tree },
): void {
  const text = wordsOf(at(schema, 'description'))
  writer.openPart({ title: `${name} (schema)`, anchor: `schema-${name}`, description: firstSentence(text) })
  writer.heading(2, `Schema ${name}`, `schema-${name}`)
  writer.block(
    `${codeSpan(name)} is ${/^[aeiou]/.test(typeWords(schema)) ? 'an' : 'a'} ${[typeWords(schema), ...limitWords(schema)].join(', ')}.`,
  )
  writer.block(describedBelow(2, text))
  writer.block(schemaList(root, schema, { depth: 2, lines: 120 }))
  const example = schemaExample(root, schema)
  if (isTree(example) && Object.keys(example).length > 0)
    writer.block(`**Example**\n\n${fence(exampleText(example), 'json')}`)
  writer.closePart()
}
