import type { Directive } from '../directive.ts'
import type { Reading } from '../reading.ts'
import { csvTable, listTable } from '../tables/listed.ts'

/** Tables written as lists or with commas; undefined for all other directives. */
export function tableOf({ name, words, options, content }: Directive, reading: Reading): string | undefined {
  const heads = Number.parseInt(options.get('header-rows') ?? '', 10) || 0
  const [header, delimiter] = [options.get('header'), options.get('delim') ?? ',']
  const title = words === '' ? '' : `**${reading.inline(words)}**\n\n`
  if (name === 'list-table' || name === 'flat-table') return title + listTable(content, heads, reading)
  if (name === 'csv-table') return title + csvTable(content, { header, heads, delimiter }, reading)
  return undefined
}
