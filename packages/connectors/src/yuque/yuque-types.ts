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

export interface ListedDoc {
  readonly id: number
  readonly slug?: string
  readonly type?: string
  readonly title?: string
  /** `1`: published; a number or a text. */
  readonly status?: string | number
  readonly public?: number
  readonly created_at?: string
  readonly updated_at?: string
  readonly content_updated_at?: string
  readonly user?: { readonly name?: string; readonly login?: string } | null
}

export interface Doc extends ListedDoc {
  readonly body?: string | null
}

/** A row of the table of contents. */
export interface TocRow {
  readonly uuid?: string
  readonly parent_uuid?: string
  readonly title?: string
  readonly doc_id?: number | string | null
}

export interface Member {
  readonly user?: { readonly login?: string; readonly email?: string | null } | null
}

export const isPublished = ({ status, type = 'Doc' }: ListedDoc): boolean => String(status) === '1' && type === 'Doc'
