import type { Answer } from '../../api/client.ts'
import { listIn } from '../../ui/shell-words.ts'

/** How an import is narrowed, as it is written in the form. */
export interface ImportFilters {
  as: string
  host: string
  folders: string
  pattern: string
  exclude: string
  include: string
  scope: string
  depth: string
  pages: string
  keep: string
  isPlain: boolean
}

export const emptyFilters = (): ImportFilters => ({
  as: '',
  host: '',
  folders: '',
  pattern: '',
  exclude: '',
  include: '',
  scope: '',
  depth: '',
  pages: '',
  keep: '',
  isPlain: false,
})

const LISTS = ['folders', 'pattern', 'exclude', 'include'] as const
const CHOICES = ['as', 'host', 'scope', 'keep'] as const
const NUMBERS = ['depth', 'pages'] as const

/** What was filled in, as the operation takes it. */
export function filtersIn(filters: ImportFilters): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  for (const name of LISTS) {
    const list = listIn(filters[name])
    if (list.length > 0) input[name] = list
  }
  for (const name of CHOICES) if (filters[name].trim()) input[name] = filters[name].trim()
  for (const name of NUMBERS) if (/^\d+$/.test(filters[name].trim())) input[name] = Number(filters[name])
  if (filters.isPlain) input['plain'] = true
  return input
}

/** What `preview-import` tells of an address. */
export type ImportPreview = Answer<'/api/v1/libraries/preview', 'post'>

/** Keys of an import that a preview takes. */
const LOOKED_AT = ['url', 'ref', 'folders', 'pattern', 'exclude', 'include', 'scope', 'depth', 'pages', 'as', 'host']

export const previewed = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => LOOKED_AT.includes(name)))
