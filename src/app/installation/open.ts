import type { InstallationPorts } from '../../engine/ports.ts'
import type { Settings, Surroundings } from '../settings.ts'

/** Loaded when somebody asks: a search needs nothing of it. */
export const openInstallation = (settings: Settings, surroundings: Surroundings): InstallationPorts => ({
  async check(engine) {
    const [{ examine }, { checkOf }] = await Promise.all([
      import('../doctor/checks.ts'),
      import('../doctor/finding.ts'),
    ])
    const findings = await examine({ settings, surroundings, engine: async () => engine })
    return findings.map(checkOf)
  },
  async clients(asked) {
    const { listClients } = await import('../connect/list-clients.ts')
    return listClients(asked, { settings, surroundings })
  },
  async settings() {
    const { listSettings } = await import('./settings.ts')
    return listSettings({ settings, surroundings })
  },
  async changeSetting(name, value) {
    const { changeSetting } = await import('./settings.ts')
    return changeSetting(name, value, { settings, surroundings })
  },
})
