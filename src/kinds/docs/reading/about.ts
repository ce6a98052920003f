import { z } from 'zod'
import { snippetTypes } from '../snippets.ts'

const words = z.object({
  title: z.string(),
  description: z.string(),
  type: z.enum(snippetTypes).optional(),
  language: z.string().optional(),
})

const about = z.object({
  as: z.enum(['markdown', 'html']).optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  written: z.string().optional().catch(undefined),
  snippets: z.record(z.string(), words).optional().catch(undefined),
})

/** What a language model wrote about snippets, by the first 16 hexadecimal digits of the SHA-256 of their text. */
export type GivenWords = Readonly<Record<string, z.output<typeof words>>>

/** What lies beside a file of documentation. */
export interface About {
  /** It was converted, and this is what its bytes are now. */
  readonly as?: 'markdown' | 'html' | undefined
  readonly title?: string | undefined
  /** The file as it lies there, where its bytes are that with what it includes. */
  readonly written?: string | undefined
  readonly snippets?: GivenWords | undefined
}

/** What cannot be read says nothing. */
export function readAbout(json: string | undefined): About {
  if (json === undefined) return {}
  try {
    return about.safeParse(JSON.parse(json)).data ?? {}
  } catch {
    return {}
  }
}
