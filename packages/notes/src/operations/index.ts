import type { Operation } from '@wuku/kernel/base/operation'
import { editNote } from './edit-note.ts'
import { get } from './get.ts'
import { listTags } from './list-tags.ts'
import { multiGet } from './multi-get.ts'
import { noteHistory } from './note-history.ts'
import { query } from './query.ts'
import { relatedNotes } from './related-notes.ts'
import { search, vsearch } from './search-notes.ts'
import { status } from './status.ts'
import { writeNote } from './write-note.ts'

export const noteOperations: readonly Operation[] = [
  search,
  vsearch,
  query,
  get,
  multiGet,
  status,
  relatedNotes,
  listTags,
  writeNote,
  editNote,
  noteHistory,
]
