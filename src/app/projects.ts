import type { Projects } from '../ports/projects.ts'
import { openSection, type SectionPlace } from './settings-section.ts'

/**
 * Named projects live in the settings file, where people read and write them too:
 *
 *     projects:
 *       shop: [~/src/shop, notes/handbook, docs/vue@3.4.0]
 *       billing: notes/ledger
 */
export function openProjects(place: SectionPlace): Projects {
  const section = openSection(place, { name: 'projects', fold: (name) => name.toLowerCase() })
  return {
    list: async () =>
      (await section.entries())
        .map(([name, value]) => ({ name, members: membersIn(value) }))
        .filter(({ members }) => members.length > 0),
    change: async (name, work) => {
      const { key, is } = await section.change(name, async (was) => {
        const members = await work(membersIn(was))
        return members.length === 0 ? undefined : [...members]
      })
      return { name: key, members: membersIn(is) }
    },
  }
}

/** Of what somebody wrote by hand: a list, or one member; what else there is means nothing. */
const membersIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string').filter((each) => each !== '')
