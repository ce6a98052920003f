import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/models'
import { addsPart, findPart, parts } from '@wuku/core/parts/part'

/** Path of what runs models here; `undefined` if it is missing. */
export const findRuntime = (home: string): string | undefined => findPart(parts.models, home)

/** Without a path: users of a server read it too. */
export const runtimeMissing = (): WukuError =>
  new WukuError('model-missing', msg('runtimeMissing', { command: addsPart(parts.models) }))
