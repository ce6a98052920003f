const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i
const TARGET = /([?&])target_session_attrs=([^&#]*)(&?)/

/** Values of `target_session_attrs` that are taken. A store needs a server that may be written to, so all three mean that. */
const targets: ReadonlySet<string> = new Set(['any', 'read-write', 'primary'])

/** The address of each server of one that names several, as libpq takes it: `postgres://user@a:5432,b:5432/database`. */
export function serversOf(url: string): readonly string[] {
  const [, head = '', hosts = '', tail = ''] = ADDRESS.exec(url) ?? []
  if (head === '') return [url]
  const rest = tail.replace(TARGET, (_, before: string, __, after: string) => (after ? before : ''))
  return hosts.split(',').map((host) => `${head}${host}${rest}`)
}

/** A name may stand for several servers too. */
export const asksForWritable = (url: string): boolean => /^(?:read-write|primary)$/.test(TARGET.exec(url)?.[2] ?? '')

/** `undefined`: it is one that can be kept. */
export function refusedTarget(url: string): string | undefined {
  const [, , target] = TARGET.exec(url) ?? []
  return target === undefined || targets.has(target) ? undefined : target
}

/** Its parts, and all hosts as they are written. */
export function partsOf(url: string): { readonly address: URL; readonly hosts: string } | undefined {
  const address = URL.parse(serversOf(url)[0] ?? url)
  return address ? { address, hosts: ADDRESS.exec(url)?.[2] ?? address.host } : undefined
}
