import type { Texts } from '../framework/connector.ts'

/** An entry of a wiki, or of a folder; times are seconds since the epoch. */
export type Row = { readonly has_child?: boolean } & Texts<
  'space_id' | 'node_token' | 'node_type' | 'obj_token' | 'obj_type' | 'title' | 'obj_edit_time' | 'obj_create_time'
> &
  Texts<'owner' | 'token' | 'type' | 'name' | 'url' | 'modified_time' | 'created_time' | 'owner_id'>

/** Somebody or some group that may read, or a member of such a group. */
export type Member = Texts<'member_type' | 'member_id' | 'open_id' | 'open_department_id'>

/** The one kind that an element has names it. */
export type Element = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export type Block = { readonly block_id: string; readonly block_type: number; readonly children?: readonly string[] }

export type Comment = { readonly is_solved?: boolean; readonly quote?: string } & {
  readonly reply_list?: { readonly replies?: readonly Reply[] }
}

export type Reply = {
  readonly create_time?: number
  readonly content?: { readonly elements?: readonly Element[] }
} & Texts<'reply_id' | 'user_id'>
