import type { Operation } from '../../../engine/operation.ts'
import { get } from './get.ts'
import { multiGet } from './multi-get.ts'
import { query } from './query.ts'
import { search } from './search.ts'
import { status } from './status.ts'
import { vsearch } from './vsearch.ts'

export const noteOperations: readonly Operation[] = [search, vsearch, query, get, multiGet, status]
