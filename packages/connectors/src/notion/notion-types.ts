/** Fields of the answers that are used. */
export interface RichText {
  readonly type?: string
  readonly plain_text?: string
  readonly href?: string | null
  readonly annotations?: Readonly<Partial<Record<'bold' | 'italic' | 'strikethrough' | 'code', boolean>>>
  readonly mention?: { readonly type?: string; readonly page?: { readonly id: string } }
}

export type Parent = { readonly type?: string } & Readonly<
  Partial<Record<'page_id' | 'database_id' | 'data_source_id' | 'block_id', string>>
>

export interface Person {
  readonly id: string
  readonly name?: string | null
  readonly type?: string
  readonly person?: { readonly email?: string }
}

/** A page, a database or one of its data sources. */
export interface Entry {
  readonly object: string
  readonly id: string
  readonly url?: string
  readonly parent?: Parent
  readonly in_trash?: boolean
  readonly created_time?: string
  readonly last_edited_time?: string
  readonly created_by?: Person
  /** By name; pages have them. */
  readonly properties?: Readonly<Record<string, Property>>
  /** Databases and data sources have one. */
  readonly title?: readonly RichText[]
}

/** `{ type: 'select', select: { name: 'Done' } }` */
export type Property = { readonly type?: string } & Readonly<Record<string, unknown>>

export type Block = {
  readonly id: string
  readonly type: string
  readonly has_children?: boolean
} & Readonly<Record<string, unknown>>

export interface Comment {
  readonly id: string
  readonly created_time?: string
  readonly created_by?: Person
  readonly rich_text?: readonly RichText[]
}

export interface List<Item> {
  readonly results?: readonly Item[]
  readonly has_more?: boolean
  readonly next_cursor?: string | null
}

export const plainId = (id: string): string => id.replaceAll('-', '').toLowerCase()

export const wordsOf = (texts: readonly RichText[] = []): string =>
  texts.map(({ plain_text: text = '' }) => text).join('')

export function titleOf({ properties = {}, title }: Entry): string {
  const own = Object.values(properties).find(({ type }) => type === 'title')?.['title']
  return wordsOf((own as readonly RichText[] | undefined) ?? title)
}
