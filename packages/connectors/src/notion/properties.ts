import { wordsOf, type Property, type RichText } from './notion-types.ts'

/** The properties of a row of a database, a line each, without its title. */
export const describeProperties = (properties: Readonly<Record<string, Property>> = {}): string =>
  Object.entries(properties)
    .filter(([, { type }]) => type !== 'title')
    .map(([name, property]) => [name, valueOf(property)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n')

/** Names of people, dates, selections and numbers alike: what has a name is said by it. */
function valueOf(property: Property): string {
  const value = property[property.type ?? '']
  switch (property.type) {
    case 'checkbox':
      return value === true ? 'yes' : 'no'
    case 'rich_text':
      return wordsOf(value as readonly RichText[])
    case 'formula':
    case 'rollup':
      return valueOf((value ?? {}) as Property)
    case 'array':
      return (Array.isArray(value) ? value : []).map((each) => valueOf(each as Property)).join(', ')
    case 'unique_id': {
      const { prefix, number } = Object(value) as { readonly prefix?: string | null; readonly number?: number }
      return [prefix, number].filter((part) => part !== null && part !== undefined).join('-')
    }
    default:
      return said(value)
  }
}

function said(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(said).filter(Boolean).join(', ')
  if (typeof value !== 'object') return String(value)
  const { name, start, end, id } = value as Readonly<Record<string, unknown>>
  if (start !== undefined) return [start, end].filter(Boolean).join(' to ')
  return String(name ?? id ?? '')
}
