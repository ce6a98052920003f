import type { Origin, PageOrigin, WebsiteOrigin } from '../../../ports/origins.ts'
import type { Http } from '../http/words.ts'
import { readAddress } from './address.ts'
import { noAddress } from './failures.ts'
import { haulOne, lookAtOne } from './one.ts'
import { createRules } from './rules.ts'
import { haulSite, lookAtSite } from './site.ts'

interface Means {
  readonly http: Http
}

/** The pages of a site: those that its `llms.txt` names, else those that are linked from the first. No scripts run. */
export function openWebsite(spec: WebsiteOrigin, { http }: Means): Origin {
  const site = { spec, url: demandAddress(spec.url), wants: createRules(spec), http }
  return {
    releases: none,
    look: (signal) => lookAtSite(site, signal),
    haul: (request) => haulSite(site, request),
  }
}

/** One page, of any type that is read. */
export function openPage(spec: PageOrigin, { http }: Means): Origin {
  const page = { url: demandAddress(spec.url), http }
  return {
    releases: none,
    look: (signal) => lookAtOne(page, signal),
    haul: (request) => haulOne(page, request),
  }
}

const none = async (): Promise<readonly []> => []

function demandAddress(given: string): URL {
  const url = readAddress(given)
  if (!url) throw noAddress(given)
  return url
}
