import { h, type FunctionalComponent } from 'vue'

const ATTRIBUTES = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 2,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  'aria-hidden': 'true',
}

/** In the place of what makes the icons of Lucide (`vite.config.ts`): one component each and not two, as a page has dozens. */
export default (_: string, parts: readonly (readonly [string, object])[]): FunctionalComponent<{ size?: number }> =>
  ({ size = 24, ...rest }) =>
    h(
      'svg',
      { ...ATTRIBUTES, ...rest, class: 'lucide', width: size, height: size },
      parts.map(([name, attributes]) => h(name, attributes)),
    )
