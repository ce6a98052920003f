import type { Texts } from '../framework/connector.ts'

/** Every answer is wrapped. */
export interface Data<Body> {
  readonly data?: Body
}

export interface Book {
  readonly id: number
  readonly slug: string
  readonly name?: string
  /** 0: members; 1: everybody; 2: everybody of the space. */
  readonly public?: number
}

export interface ListedDoc extends Texts<
  'slug' | 'type' | 'title' | 'created_at' | 'updated_at' | 'content_updated_at'
> {
  readonly id: number
  /** `1`: published; a number or a text. */
  readonly status?: string | number
  readonly public?: number
  readonly user?: Texts<'name' | 'login'> | null
}

export interface Doc extends ListedDoc {
  readonly body?: string | null
}

/** A row of the table of contents. */
export interface TocRow extends Texts<'uuid' | 'parent_uuid' | 'title'> {
  readonly doc_id?: number | string | null
}

export interface Member {
  readonly user?: { readonly login?: string; readonly email?: string | null } | null
}

export const isPublished = ({ status, type = 'Doc' }: ListedDoc): boolean => String(status) === '1' && type === 'Doc'
