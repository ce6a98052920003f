import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { provisionTools } from '../../../scripts/provision-servers.ts'
import { bytesOf, defaultOf, inRepository, isPinned, read, wrongVariable } from './deploy-files.ts'
import { scratchFolder } from '../../scratch.ts'

interface Service {
  readonly image: string
  readonly build?: object
  readonly command?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[] | Readonly<Record<string, object>>
  readonly ports?: readonly string[]
  readonly profiles?: readonly string[]
  readonly restart?: string
  readonly read_only?: boolean
  readonly user?: string
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly healthcheck?: object
  readonly depends_on?: Readonly<Record<string, object>>
  readonly deploy?: { readonly resources?: { readonly limits?: { readonly memory?: string } } }
}

interface Composition {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>
  readonly volumes: Readonly<Record<string, unknown>>
}

/** By name alone, or with an address. */
const namesOf = (networks: Service['networks'] = []): readonly string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)

const text = read('deploy/compose.yaml')
const composition = parse(text, { merge: true }) as Composition
const services = Object.entries(composition.services)
const instances = services.filter(([name]) => name.startsWith('wuku-'))
const nginx = read('deploy/nginx.conf')

describe('deploy/compose.yaml', () => {
  it('is what Docker Compose itself takes, with the variables that make-env.sh writes', async () => {
    const { dockerCompose } = await provisionTools()
    const env = { PATH: process.env['PATH'], HOME: tmpdir(), ...makeEnv().values }
    const args = ['-f', inRepository('deploy/compose.yaml'), '--profile', 's3', 'config', '--format', 'json']
    const said = execFileSync(dockerCompose, args, { env, encoding: 'utf8', stdio: 'pipe' })
    const { services: found } = JSON.parse(said) as Composition
    expect(Object.keys(found).toSorted()).toEqual(services.map(([name]) => name).toSorted())
    for (const name of ['wuku-1', 'wuku-2', 'wuku-worker'])
      expect(found[name]).toMatchObject({ deploy: { resources: { limits: { pids: 512 } } }, read_only: true })
    const without = spawnSync(dockerCompose, args, { env: { PATH: env.PATH, HOME: env.HOME }, encoding: 'utf8' })
    expect(without.stderr).toContain('run sh deploy/make-env.sh')
  })

  it('pins its images, limits each part, and starts it again', () => {
    for (const [name, { image, restart, deploy, build }] of services) {
      expect({ name, isPinned: isPinned(image) }).toEqual({ name, isPinned: true })
      expect({ name, restart, memory: deploy?.resources?.limits?.memory }).toEqual({
        name,
        // They make a folder, or the schema, and end.
        restart: ['s3-bucket', 'schema'].includes(name) ? 'no' : 'unless-stopped',
        memory: expect.stringMatching(/^\d+[MG]$/),
      })
      if (build) expect(image).toBe(`wuku:${(JSON.parse(read('package.json')) as { version: string }).version}`)
    }
  })

  it('gives instances settings that there are, and one of each a place', () => {
    expect(instances.map(([, { environment }]) => environment?.['WUKU_SERVER_ROLE'])).toEqual(['web', 'web', 'worker'])
    for (const [name, { environment = {}, volumes = [], read_only }] of instances) {
      const wrong = Object.entries(environment).map(([key, value]) =>
        wrongVariable(key, value.includes('$') ? '' : value),
      )
      expect({ name, wrong: wrong.filter((each) => each !== undefined) }).toEqual({ name, wrong: [] })
      expect(volumes).toContain(`${name}:/var/lib/wuku`)
      expect(read_only).toBe(true)
    }
  })

  it('names networks, volumes and files that are there', () => {
    for (const [name, { networks = [], volumes = [], depends_on = {} }] of services) {
      for (const network of namesOf(networks)) expect(composition.networks, name).toHaveProperty(network)
      for (const other of Object.keys(depends_on)) expect(composition.services, name).toHaveProperty(other)
      for (const [source = ''] of volumes.map((volume) => volume.split(':')))
        if (source.startsWith('./')) expect(existsSync(inRepository('deploy', source)), source).toBe(true)
        else expect(composition.volumes, name).toHaveProperty(source)
    }
  })

  it('lets instances change no table: the owner makes the schema before they start', () => {
    const { schema } = composition.services
    expect(schema?.environment?.['DATABASE_URL']).toContain('wuku_owner:')
    for (const [name, { environment, depends_on }] of instances) {
      expect(environment?.['DATABASE_URL'], name).toMatch(/^postgres:\/\/wuku:/)
      expect(depends_on, name).toMatchObject({ schema: { condition: 'service_completed_successfully' } })
    }
    const roles = read('deploy/postgres-init.sh')
    for (const role of ['wuku_owner', 'wuku', 'wuku_reader'])
      expect(roles).toContain(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS`)
  })

  it('lets nobody but nginx be reached from outside, and databases not at all', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['nginx'])
    expect(composition.networks['inside']).toMatchObject({ internal: true })
    for (const name of ['postgres', 'valkey', 's3']) expect(composition.services[name]?.networks).toEqual(['inside'])
    expect(namesOf(composition.services['nginx']?.networks)).toEqual(['front'])
  })

  it('believes addresses of nginx alone, which has a place of its own in the network', () => {
    const { networks } = composition.services['nginx'] ?? {}
    expect(networks).toEqual({ front: { ipv4_address: instances[0]?.[1].environment?.['WUKU_SERVER_TRUST_PROXY'] } })
  })

  it('leaves no container a right of root that it does not need', () => {
    for (const [name, { cap_drop, cap_add = [], security_opt, user }] of services) {
      expect({ name, cap_drop, security_opt }).toEqual({
        name,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
      expect(name === 'postgres' ? cap_add.length : 0, name).toBe(cap_add.length)
      if (!['postgres', 's3-bucket', 'schema'].includes(name) && !name.startsWith('wuku-'))
        expect(user, name).toMatch(/^\d+:\d+$/)
    }
  })

  it('has no password of its own: each is demanded', () => {
    const asked = [...text.matchAll(/\$\{(\w*(?:PASSWORD|KEYS?)\b)([^}]*)\}/g)]
    expect(asked.length).toBeGreaterThan(8)
    expect(asked.filter(([, , rest]) => rest !== ':?run sh deploy/make-env.sh')).toEqual([])
  })
})

it('deploy/make-env.sh writes all that is demanded, each time anew, once, for its owner alone', () => {
  const [first, second] = [makeEnv(), makeEnv()]
  const demanded = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))
  expect(Object.keys(first.values)).toEqual(expect.arrayContaining([...demanded]))
  expect(first.mode).toBe(0o600)
  expect(first.values['WUKU_SERVER_PUBLIC_URL']).toBe('https://wuku.example.com')
  for (const [name, value] of Object.entries(first.values).filter(([key]) => /PASSWORD|KEYS?$/.test(key))) {
    if (name === 'S3_ACCESS_KEY') continue
    expect(value, name).toMatch(/^[\w=+/-]{43,44}$/)
    expect(value, name).not.toBe(second.values[name])
    if (name.startsWith('WUKU_AUTH')) expect(wrongVariable(name, value)).toBeUndefined()
    // They stand in addresses.
    if (name.endsWith('PASSWORD')) expect(encodeURIComponent(value)).toBe(value)
  }
  expect(first.again()).toEqual(first.values)
})

function makeEnv() {
  const folder = scratchFolder()
  const [script, file] = [join(folder, 'make-env.sh'), join(folder, '.env')]
  copyFileSync(inRepository('deploy/make-env.sh'), script)
  const run = (): Readonly<Record<string, string>> => {
    execFileSync('sh', [script, 'https://wuku.example.com'], { stdio: 'ignore' })
    return Object.fromEntries(
      [...readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]),
    )
  }
  return { values: run(), mode: statSync(file).mode & 0o777, again: run }
}

describe('deploy/nginx.conf', () => {
  it('sends to the instances that answer, at their port', () => {
    const asked = [...nginx.matchAll(/^\s+server (\S+):(\d+) /gm)].map(([, name, port]) => ({ name, port }))
    const web = instances.filter(([, { environment }]) => environment?.['WUKU_SERVER_ROLE'] === 'web')
    expect(asked).toEqual(web.map(([name]) => ({ name, port: defaultOf('server.port') })))
    expect(composition.services['nginx']?.ports?.[0]).toMatch(new RegExp(`:${/listen (\d+);/.exec(nginx)?.[1]}$`))
  })

  it('waits as long and takes as much as the server does', () => {
    const seconds = Number(/proxy_read_timeout (\d+)s/.exec(nginx)?.[1])
    expect(seconds).toBeGreaterThan(Number(defaultOf('server.waitSeconds')))
    const [body = 0, upload = 0] = [...nginx.matchAll(/client_max_body_size (\w+)/g)].map(([, size = '']) =>
      bytesOf(size),
    )
    expect(body).toBeGreaterThan(Number(defaultOf('server.bodyBytes')))
    expect(upload).toBeGreaterThan(Number(defaultOf('server.uploadBytes')))
    expect(nginx).toContain('proxy_buffering off;')
  })
})
