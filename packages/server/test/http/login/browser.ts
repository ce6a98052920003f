/** As much of a browser as a login needs: cookies by origin and path, redirects one by one, and no script. */
export interface Browser {
  /** One request, with the cookies for it; a redirect is not followed. */
  ask(url: string, init?: RequestInit): Promise<Response>
  /** Follows redirects until one leads to an address that begins with `until`, or to a page. */
  follow(url: string, until: string): Promise<Arrived>
  cookie(origin: string, name: string): string | undefined
}

export interface Arrived {
  readonly url: string
  /** Absent: it was not opened. */
  readonly page?: Response
}

interface Cookie {
  readonly origin: string
  readonly path: string
  readonly name: string
  readonly value: string
}

export function openBrowser(): Browser {
  const jar = new Map<string, Cookie>()
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { origin, pathname } = new URL(url)
    const sent = [...jar.values()].filter((each) => each.origin === origin && pathname.startsWith(each.path))
    const headers = new Headers(init.headers)
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) keep(jar, origin, line)
    return answer
  }
  return {
    ask,
    async follow(url, until) {
      for (let at = url, hops = 0; hops < 10; hops++) {
        if (hops > 0 && at.startsWith(until)) return { url: at }
        const page = await ask(at)
        const next = page.headers.get('location')
        if (next === null) return { url: at, page }
        at = new URL(next, at).href
      }
      throw new Error('Redirects go in a circle.')
    },
    cookie: (origin, name) => [...jar.values()].find((each) => each.origin === origin && each.name === name)?.value,
  }
}

function keep(jar: Map<string, Cookie>, origin: string, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
  const key = `${origin} ${path} ${name}`
  if (value === '' || attributes.some((each) => /^max-age=0$/i.test(each))) jar.delete(key)
  else jar.set(key, { origin, path, name, value })
}
