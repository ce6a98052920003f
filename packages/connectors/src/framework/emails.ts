import type { ServiceToOpen } from './connector.ts'

const REMEMBERED_MS = 60 * 60_000

/** Addresses change seldom and rights often: an address is looked up once an hour, for all sources together. */
export function rememberEmails({ people, now }: { readonly people: readonly string[]; now(): number }) {
  const given = new Map(
    people.map((each) => {
      const [name = '', email = ''] = each.split('=', 2)
      return [name.trim().toLowerCase(), email.trim().toLowerCase()] as const
    }),
  )
  const found = new Map<string, { readonly email: string | undefined; readonly until: number }>()
  return (api: string): ServiceToOpen['emailOf'] =>
    async (name, look) => {
      const own = given.get(name.toLowerCase())
      if (own) return own
      const key = `${api} ${name.toLowerCase()}`
      const known = found.get(key)
      if (known && known.until > now()) return known.email
      const email = (await look())?.trim().toLowerCase() || undefined
      found.set(key, { email, until: now() + REMEMBERED_MS })
      return email
    }
}
