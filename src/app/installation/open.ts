import type { InstallationPorts } from '../../engine/ports.ts'
import type { Settings, Environment } from '../settings.ts'

/** Loaded when somebody asks: a search needs nothing of it. */
export const openInstallation = (settings: Settings, environment: Environment): InstallationPorts => ({
  async check(engine) {
    const [{ examine }, { checkOf }] = await Promise.all([
      import('../doctor/checks.ts'),
      import('../doctor/finding.ts'),
    ])
    const findings = await examine({ settings, environment, engine: async () => engine })
    return findings.map(checkOf)
  },
  async clients(request) {
    const { listClients } = await import('../connect/list-clients.ts')
    return listClients(request, { settings, environment })
  },
  async settings() {
    const { listSettings } = await import('./settings.ts')
    return listSettings({ settings, environment })
  },
  async changeSetting(name, value) {
    const { changeSetting } = await import('./settings.ts')
    return changeSetting(name, value, { settings, environment })
  },
})
