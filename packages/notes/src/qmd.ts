import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/notes'
import type { PathContext, Problem, SourceOptions } from '@wuku/core/core-types'
import { trimSlashes } from '@wuku/kernel/contexts'
import type { AddRequest } from '@wuku/kernel/base/parts/engine-sources'
import type { SetUp } from '@wuku/kernel/base/kind'
import { commandLine } from '@wuku/text/show/shell-words'

/** Default pattern of qmd for a collection. */
const QMD_PATTERN = '**/*.md'

/** Keys that mean nothing here, such as `models` and `update`, are passed over. */
const settings = z.object({
  global_context: z.string().nullish(),
  collections: z.record(z.string(), z.unknown()).nullish(),
})

const collection = z.object({
  path: z.string().min(1),
  pattern: z.string().nullish(),
  ignore: z.array(z.string()).nullish(),
  includeByDefault: z.boolean().nullish(),
  context: z.record(z.string(), z.string()).nullish(),
})

type Collection = z.output<typeof collection>

/** `collections` and contexts of qmd's YAML. qmd always leaves some folders out; that is not taken over, ignore files are enough. */
export async function readQmdSettings(text: string): Promise<SetUp> {
  const { global_context: everything, collections } = await parseSettings(text)
  const sources: AddRequest[] = []
  const contexts: PathContext[] = everything ? [{ collection: '', prefix: '', text: everything }] : []
  const problems: Problem[] = []
  for (const [name, entry] of Object.entries(collections ?? {})) {
    const parsed = collection.safeParse(entry)
    if (!parsed.success) problems.push(badCollection(name, parsed.error))
    else {
      sources.push({ kind: 'notes', name, root: parsed.data.path, options: optionsOf(parsed.data) })
      contexts.push(...contextsOf(name, parsed.data))
    }
  }
  return { sources, contexts, problems }
}

/** YAML is loaded when it is needed: it would cost every start some thirty milliseconds. */
async function parseSettings(text: string): Promise<z.output<typeof settings>> {
  const { parseDocument } = await import('yaml')
  const yaml = parseDocument(text)
  const [broken] = yaml.errors
  if (broken) throw badSettings(broken.message.split('\n')[0] ?? broken.message)
  const parsed = settings.safeParse(yaml.toJS() ?? {})
  if (parsed.success) return parsed.data
  throw badSettings(z.prettifyError(parsed.error))
}

const optionsOf = ({ pattern, ignore, includeByDefault }: Collection): SourceOptions => ({
  patterns: splitPatterns(pattern ?? QMD_PATTERN),
  ...(ignore && { exclude: ignore }),
  ...(includeByDefault === false && { searchedByDefault: false }),
})

const contextsOf = (name: string, { context }: Collection): readonly PathContext[] =>
  Object.entries(context ?? {}).map(([prefix, text]) => ({ collection: name, prefix: trimSlashes(prefix), text }))

const badSettings = (message: string): WukuError => new WukuError('bad-input', msg('badSettings', { message }))

function badCollection(name: string, error: z.ZodError): Problem {
  const issues = error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
  const said = msg('badCollection', { issues, command: commandLine`wuku add <folder> --name ${name}` })
  return { path: name, said, remedy: said.remedy }
}

/** `a,b` is two patterns; the comma of `{a,b}` stays. */
export const splitPatterns = (text: string): readonly string[] =>
  (text.match(/(?:\{[^}]*\}|[^,])+/g) ?? []).map((each) => each.trim()).filter((each) => each !== '')
