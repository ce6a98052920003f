import { isWukuError } from '../../../core/errors.ts'
import type { Engine } from '../../../engine/engine.ts'
import { fenceData } from '../../../engine/models/fence.ts'
import { promptLanguageOf } from '../../../engine/models/prompt-language.ts'
import type { OriginLook } from '../../../ports/origins.ts'
import { nameLibrary } from './prompts/name-library.ts'

/** What people call it, by the language model where one is set up; else what its origin calls it. */
export async function friendlyName(
  { name, slug, description }: OriginLook,
  { engine, signal }: { readonly engine: Engine; readonly signal: AbortSignal },
): Promise<string> {
  if (!engine.docs.enrich) return name
  try {
    const about = `${slug}\n${name}\n${description.slice(0, 500).toWellFormed()}`
    const question = { instructions: nameLibrary[promptLanguageOf(about)], text: fenceData('Library', about), signal }
    const { text } = await engine.generator().generate(question)
    const said = text.trim().replace(/^["'`]+|["'`.]+$/g, '')
    return /^[\p{L}\p{N}][\p{L}\p{N} .+#@/-]{0,59}$/u.test(said) && said.split(' ').length <= 3 ? said : name
  } catch (error) {
    if (isWukuError(error)) return name
    throw error
  }
}
