import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { serverRoles } from '@wuku/settings/team-settings-table'
import { healthRoutes } from '../../../packages/server/src/http/health-routes.ts'
import { bytesOf, defaultOf, inRepository, isPinned, read, wrongVariable } from './deploy-files.ts'

interface Labels {
  readonly [name: string]: string
}

interface Container {
  readonly image: string
  readonly args: readonly string[]
  readonly envFrom: readonly { readonly configMapRef?: { name: string }; readonly secretRef?: { name: string } }[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } }
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly annotations?: Labels }
  readonly data?: Labels
  readonly stringData?: Labels
  readonly spec?: {
    readonly selector?: Labels & { readonly matchLabels?: Labels }
    readonly podSelector?: { readonly matchLabels?: Labels }
    readonly ingress?: readonly object[]
    readonly template?: {
      readonly metadata: { readonly labels: Labels }
      readonly spec: {
        readonly containers: readonly Container[]
        readonly volumes: readonly { readonly name: string }[]
        readonly terminationGracePeriodSeconds: number
      }
    }
  }
}

const folder = 'deploy/kubernetes'
const manifests = readdirSync(inRepository(folder))
  .toSorted()
  .flatMap((file) => parseAllDocuments(read(folder, file)).map((document) => document.toJS() as Manifest))
const ofKind = (kind: string): readonly Manifest[] => manifests.filter((manifest) => manifest.kind === kind)
const deployments = ofKind('Deployment').map(({ metadata, spec }) => ({
  name: metadata.name,
  labels: spec?.template?.metadata.labels ?? {},
  selector: spec?.selector?.matchLabels ?? {},
  pod: spec?.template?.spec,
  containers: spec?.template?.spec.containers ?? [],
}))

/** Where each type of a manifest is among those that are made from the API of Kubernetes. */
const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
}

describe('manifests for Kubernetes', () => {
  it('are as its API wants them: no field is unknown, missing or of another type', { timeout: 60_000 }, () => {
    expect(complaints(manifests)).toEqual([])
  })

  it('are checked by what finds a wrong field', { timeout: 60_000 }, () => {
    const [wrong] = complaints([{ ...ofKind('Service')[0], spec: { selektor: {} } } as unknown as Manifest])
    expect(wrong).toContain('selektor')
  })

  it('give instances settings that there are, and secrets apart', () => {
    const given = [...ofKind('ConfigMap'), ...ofKind('Secret')].flatMap(({ data, stringData }) =>
      Object.entries({ ...data, ...stringData }),
    )
    expect(given.map(([name, value]) => wrongVariable(name, value)).filter((wrong) => wrong !== undefined)).toEqual([])
    for (const { data = {} } of ofKind('ConfigMap'))
      expect(Object.keys(data).filter((name) => /KEY|PASSWORD|SECRET|DATABASE_URL/.test(name))).toEqual([])
    for (const { stringData = {} } of ofKind('Secret'))
      expect(new Set(Object.values(stringData))).toEqual(new Set(['']))
  })

  it('run one role each, of one release, with the rights of nobody', () => {
    const roles = deployments.map(({ containers: [container] }) => container?.args.at(-1) ?? '')
    expect(roles).toEqual(['web', 'worker'])
    expect(serverRoles).toEqual(expect.arrayContaining(roles))
    for (const { name, pod, containers } of deployments) {
      expect(
        containers.every(({ image }) => isPinned(image)),
        name,
      ).toBe(true)
      expect(pod, name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
          },
        ],
      })
    }
  })

  it('ask probes that there are, at the port of the server', () => {
    const routes = healthRoutes({ readiness: async () => ({ status: 'ready', checks: {} }), uptime: () => 0 })
    const paths = routes.flatMap(({ path, aliases = [] }) => [path, ...aliases])
    for (const { containers } of deployments)
      for (const container of containers) {
        expect(container.ports).toEqual([{ name: 'http', containerPort: Number(defaultOf('server.port')) }])
        for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
          expect(paths).toContain(container[probe]?.httpGet.path)
          expect(container[probe]?.httpGet.port).toBe('http')
        }
      }
  })

  it('select pods, configuration and folders that there are', () => {
    for (const { selector, labels, containers, pod } of deployments) {
      expect(labels).toMatchObject(selector)
      for (const { envFrom, volumeMounts } of containers) {
        expect(envFrom.map((from) => from.configMapRef ?? from.secretRef)).toEqual([
          { name: ofKind('ConfigMap')[0]?.metadata.name },
          { name: ofKind('Secret')[0]?.metadata.name },
        ])
        expect(volumeMounts.map(({ name }) => name)).toEqual(pod?.volumes.map(({ name }) => name))
      }
    }
    for (const { spec } of [...ofKind('Service'), ...ofKind('PodDisruptionBudget')]) {
      const wanted = spec?.selector?.matchLabels ?? spec?.selector ?? {}
      expect(
        deployments.filter(({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value)),
      ).toHaveLength(1)
    }
  })

  it('let nobody but the ingress controller reach the pods, since they believe what it says of addresses', () => {
    const [policy] = ofKind('NetworkPolicy')
    expect(deployments.map(({ labels }) => labels)).toEqual(
      deployments.map(() => expect.objectContaining(policy?.spec?.podSelector?.matchLabels)),
    )
    const controller = { podSelector: expect.anything(), namespaceSelector: expect.anything() }
    expect(policy?.spec?.ingress).toEqual([
      { from: [controller], ports: [{ protocol: 'TCP', port: Number(defaultOf('server.port')) }] },
    ])
  })

  it('leave a stopping pod the time that the server takes, and uploads their size', () => {
    const { data = {} } = ofKind('ConfigMap')[0] ?? {}
    const seconds = Number(data['WUKU_SERVER_DRAIN_SECONDS']) + Number(data['WUKU_SERVER_GRACE_SECONDS'])
    for (const { pod } of deployments) expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 10)
    const { annotations = {} } = ofKind('Ingress')[0]?.metadata ?? {}
    const named = (name: string): string => annotations[`nginx.ingress.kubernetes.io/${name}`] ?? ''
    expect(bytesOf(named('proxy-body-size'))).toBeGreaterThan(Number(defaultOf('server.uploadBytes')))
    expect(Number(named('proxy-read-timeout'))).toBeGreaterThan(Number(defaultOf('server.waitSeconds')))
  })
})

/** The compiler is the checker: a manifest is written as a value of its type, where it also finds words that are no field. */
function complaints(checked: readonly Manifest[]): readonly string[] {
  const place = inRepository('.cache', `manifests-${process.pid}`)
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  mkdirSync(place, { recursive: true })
  const values = checked.map(
    (manifest, at) =>
      `export const m${at}: import('kubernetes-types/${modules[manifest.apiVersion]}').${manifest.kind} = ${JSON.stringify(manifest)}`,
  )
  writeFileSync(`${place}/manifests.ts`, values.join('\n'))
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'preserve', '--types', '', '--ignoreConfig']
  try {
    execFileSync(
      process.execPath,
      [inRepository('node_modules/typescript/bin/tsc'), ...options, `${place}/manifests.ts`],
      { encoding: 'utf8', stdio: 'pipe' },
    )
    return []
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
      .trim()
      .split('\n')
  }
}
