import { z } from 'zod'
import { kinds } from '../../core/words.ts'
import { NAME } from '../sources.ts'

export const pushedSource = z
  .strictObject({
    kind: z.enum(kinds).exclude(['docs']).describe('Storehouse.'),
    name: z.string().regex(NAME).describe('Name where it lies; the same user and name is the same source.'),
  })
  .describe('The source that is pushed.')
