import { msg } from '@wuku/messages/terminal'
import type { SettingsOutput } from '@wuku/kernel/installation/settings-operations'
import type { WukuError } from '@wuku/core/errors'
import { nearest } from '@wuku/text/edits/edit'
import { usage } from './arguments.ts'
import type { Command, Shell } from './command-types.ts'
import { callNamed, operationNamed, showAnswer } from './operation-command.ts'

/** `wuku settings`: values, where they come from, and a way to change them. */
export const settingsCommand: Command = {
  name: 'settings',
  title: 'Show or change settings: values, where each comes from, what it does',
  positional: ['name', 'value'],
  flags: () => ({
    '--name TEXT': 'A setting, or the beginning of several: pads.',
    '--value TEXT': 'Its new value; lists with commas.',
    '--reset': 'Take it out of the file: the default again.',
    '--set': 'Only what somebody has set.',
  }),
  examples: [
    { description: 'What somebody has set', line: 'wuku settings --set' },
    { description: 'All about scratchpads', line: 'wuku settings pads' },
    { description: 'Larger scratchpads', line: 'wuku settings pads.bytes 2097152' },
    { description: 'The default again', line: 'wuku settings pads.bytes --reset' },
  ],
  async run({ name, value, reset, set }, shell) {
    if (value !== undefined && reset === true) throw usage(msg('valueResetExcludeEachOther'))
    if (reset === true && name === undefined) throw usage(msg('resetNeedsSetting'))
    const isChange = value !== undefined || reset === true
    if (isChange) await callNamed(shell, 'change-setting', { name, value: reset === true ? null : value })
    const listed = await callNamed<SettingsOutput>(shell, 'list-settings', name === undefined ? {} : { name })
    if (listed.settings.length === 0) throw await unknownSetting(String(name), shell)
    const settings = listed.settings.filter(({ from }) => set !== true || from !== 'default')
    const operation = await operationNamed('list-settings', shell)
    if (!isChange || !shell.quiet) await showAnswer(shell, { operation, input: {}, output: { settings } })
    return 'done'
  },
}

async function unknownSetting(name: string, shell: Shell): Promise<WukuError> {
  const { settings } = await callNamed<SettingsOutput>(shell, 'list-settings', {})
  const names = settings.map((each) => each.name)
  const [near] = nearest(name, names, { max: 3, limit: 1 })
  return usage(msg('noSetting', { name }), near ? msg('didYouMeanSeeSettings', { near }) : 'See: wuku settings')
}
