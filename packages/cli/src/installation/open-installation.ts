import type { InstallationPorts } from '@wuku/kernel/base/ports'
import type { Settings, Environment } from '@wuku/settings/app-settings'

/** Loaded when somebody asks: a search needs nothing of it. */
export const openInstallation = (settings: Settings, environment: Environment): InstallationPorts => ({
  home: settings.home,
  async check(engine) {
    const [{ examine }, { checkOf }] = await Promise.all([import('../doctor/checks.ts'), import('../finding.ts')])
    const findings = await examine({ settings, environment, engine: async () => engine })
    return findings.map(checkOf)
  },
  async clients(request) {
    const { listClients } = await import('@wuku/connect/list-clients')
    return listClients(request, { settings, environment })
  },
  async settings() {
    const { listSettings } = await import('./installation-settings.ts')
    return listSettings({ settings, environment })
  },
  async changeSetting(name, value) {
    const { changeSetting } = await import('./installation-settings.ts')
    return changeSetting(name, value, { settings, environment })
  },
})
