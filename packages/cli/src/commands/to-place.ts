import { msg } from '@wuku/messages/cli'
import { usage } from '@wuku/terminal/arguments'
import type { FlagTable, Input } from '@wuku/terminal/command-types'
import type { Environment } from '@wuku/settings/app-settings'

/** Other users of a machine see the arguments of a process, and its variables they do not. */
export const toEnvFlag: FlagTable = {
  '--to-env TEXT':
    'Name of a variable that holds what --to would say: an address with a password is then in no list of processes.',
}

/** The place that `--to` says, or the variable that `--to-env` names. */
export function placeIn({ to, toEnv }: Input, { env }: Pick<Environment, 'env'>): string | undefined {
  if (toEnv === undefined) return to === undefined ? undefined : String(to)
  if (to !== undefined) throw usage(msg('envNameTwoPlaces'))
  const name = String(toEnv)
  if (/[^\w]/.test(name)) throw usage(msg('envTakesNameVariableNot'))
  const place = env[name]
  if (!place) throw usage(msg('variableNotSet', { name }))
  return place
}
