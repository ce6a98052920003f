import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { serverRoles } from '@wuku/settings/team-settings-table'
import { provisionSchemas } from '../../../scripts/provision-schemas.ts'
import { provisionTools } from '../../../scripts/provision-servers.ts'
import { healthRoutes } from '../../../packages/server/src/http/health-routes.ts'
import { sharedFolder } from '../../scratch.ts'
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
  readonly metadata: { readonly name: string; readonly annotations?: Labels; readonly labels?: Labels }
  readonly data?: Labels
  readonly stringData?: Labels
  readonly spec?: {
    readonly replicas?: number
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

const chart = 'deploy/helm/wuku'
const { renderChart } = await provisionTools()
const file = join(sharedFolder(), 'values.yaml')

/** A release with such values, as `helm template` would print it. */
function render(values: object, release = 'wuku'): readonly Manifest[] {
  writeFileSync(file, stringify(values))
  const given = [inRepository(chart), release, 'team', file]
  const text = execFileSync(renderChart, given, { encoding: 'utf8', stdio: 'pipe' })
  return parseAllDocuments(text).flatMap((document) => (document.toJS() as Manifest | null) ?? [])
}

const secrets = { secret: { existing: 'wuku' }, owner: { existing: 'wuku-owner' } }
const everything = {
  secret: { values: { DATABASE_URL: 'postgres://wuku@db/wuku', WUKU_AUTH_ADMIN_KEY: '12345678' } },
  owner: { values: { DATABASE_URL: 'postgres://owner@db/wuku' } },
  image: { repository: 'ghcr.io/team/wuku', tag: '0.2.0' },
  imagePullSecrets: [{ name: 'registry' }],
  monitoring: { enabled: true, labels: { release: 'prometheus' } },
  serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/wuku' } },
  web: { autoscaling: { enabled: true }, nodeSelector: { disk: 'ssd' } },
  worker: { tolerations: [{ key: 'jobs', operator: 'Exists' }], autoscaling: { enabled: true } },
}

const manifests = render(secrets)
const ofKind = (kind: string, from = manifests): readonly Manifest[] =>
  from.filter((manifest) => manifest.kind === kind)
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
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
}

/** Those of the Prometheus operator are no part of the API. */
const isOwn = ({ apiVersion }: Manifest): boolean => apiVersion in modules

describe('the chart', () => {
  it('makes what the API of Kubernetes wants: no field is unknown, missing or of another type', () => {
    const all = [...manifests, ...render(everything, 'prod').filter(isOwn)]
    expect(complaints(all)).toEqual([])
  })

  it('makes what the Prometheus operator wants, with the alerts of the repository', async () => {
    const folder = await provisionSchemas('@kubernetes-models/prometheus-operator')
    type Models = Record<string, new (data: object) => { validate(): void }>
    const models = (await import(join(folder, 'monitoring.coreos.com/v1/index.js'))) as Models
    const own = render(everything, 'prod').filter((manifest) => !isOwn(manifest))
    expect(own.map(({ kind }) => kind)).toEqual(['ServiceMonitor', 'PrometheusRule'])
    for (const manifest of own) {
      const Model = models[manifest.kind]
      if (!Model) throw new Error(`There is no schema of ${manifest.kind}.`)
      new Model(manifest).validate()
      expect(() => new Model({ ...manifest, spec: { endpoints: 1, groups: 1 } }).validate()).toThrow()
      expect(manifest.metadata.labels).toMatchObject({ release: 'prometheus' })
    }
    expect(own[1]?.spec).toEqual(parse(read('deploy/prometheus/alerts.yaml')))
  })

  it('has values that its schema knows, and refuses others', () => {
    const check = new Ajv({ strict: false, allErrors: true }).compile(
      JSON.parse(read(chart, 'values.schema.json')) as object,
    )
    const defaults = parse(read(chart, 'values.yaml')) as object
    const refused = (values: object): boolean => !check({ ...defaults, ...values })
    expect([refused(secrets), check.errors]).toEqual([false, null])
    for (const values of [
      {},
      { ...secrets, owner: { values: {} } },
      { ...secrets, publicUrl: 'wuku.example.com' },
      { ...secrets, replicas: 3 },
      { ...secrets, config: { WUKU_DATABASE_CONNECTIONS: 5 } },
      { ...secrets, web: { replicas: 0 } },
    ])
      expect({ values, refused: refused(values) }).toEqual({ values, refused: true })
  })

  it('brings the schema up to date before pods are replaced, with secrets that are there before it', () => {
    const all = render(everything, 'prod')
    const weightOf = ({ metadata }: Manifest): number => Number(metadata.annotations?.['helm.sh/hook-weight'])
    const [job] = ofKind('Job', all)
    for (const hook of [...ofKind('Secret', all), ...ofKind('Job', all)])
      expect(hook.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    for (const secret of ofKind('Secret', all)) expect(weightOf(secret)).toBeLessThan(weightOf(job as Manifest))
    expect(JSON.stringify(job)).toContain('"name":"prod-wuku-owner","key":"DATABASE_URL"')
    expect(ofKind('Secret')).toEqual([])
  })

  it('leaves the number of pods to the autoscaler, where there is one', () => {
    const replicas = (all: readonly Manifest[]) => ofKind('Deployment', all).map(({ spec }) => spec?.replicas)
    expect([replicas(manifests), replicas(render(everything))]).toEqual([
      [2, 2],
      [undefined, undefined],
    ])
  })

  it('is checked by what finds a wrong field', () => {
    const [wrong] = complaints([{ ...ofKind('Service')[0], spec: { selektor: {} } } as unknown as Manifest])
    expect(wrong).toContain('selektor')
  })

  it('gives instances settings that there are, and secrets apart', () => {
    const given = [...ofKind('ConfigMap'), ...ofKind('Secret', render(everything))].flatMap(({ data, stringData }) =>
      Object.entries({ ...data, ...stringData }),
    )
    const names = given.map(([name, value]) => wrongVariable(name, /KEY|URL/.test(name) ? '' : value))
    expect(names.filter((wrong) => wrong !== undefined)).toEqual([])
    for (const { data = {} } of ofKind('ConfigMap'))
      expect(Object.keys(data).filter((name) => /KEY|PASSWORD|SECRET|DATABASE_URL/.test(name))).toEqual([])
  })

  it('runs one role each, of one release, with the rights of nobody', () => {
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

  it('asks probes that there are, at the port of the server', () => {
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

  it('selects pods, configuration and folders that there are', () => {
    for (const { selector, labels, containers, pod } of deployments) {
      expect(labels).toMatchObject(selector)
      for (const { envFrom, volumeMounts } of containers) {
        expect(envFrom.map((from) => from.configMapRef ?? from.secretRef)).toEqual([
          { name: ofKind('ConfigMap')[0]?.metadata.name },
          { name: 'wuku' },
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

  it('lets nobody but the ingress controller reach the pods, since they believe what it says of addresses', () => {
    const [policy] = ofKind('NetworkPolicy')
    expect(deployments.map(({ labels }) => labels)).toEqual(
      deployments.map(() => expect.objectContaining(policy?.spec?.podSelector?.matchLabels)),
    )
    const controller = { podSelector: expect.anything(), namespaceSelector: expect.anything() }
    expect(policy?.spec?.ingress).toEqual([
      { from: [controller], ports: [{ protocol: 'TCP', port: Number(defaultOf('server.port')) }] },
    ])
  })

  it('leaves a stopping pod the time that the server takes, and uploads their size', () => {
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
