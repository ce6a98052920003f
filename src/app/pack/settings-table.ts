import { list, type Setting } from '../setting.ts'

export const packSettingsTable = {
  'packs.trusted': {
    says: 'Fingerprints of keys whose packs `wuku add` takes, as a list; `wuku pack key` shows that of a machine.',
    isLive: true,
    ...list(),
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
