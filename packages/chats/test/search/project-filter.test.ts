import { expect, it } from 'vitest'
import { isOfProject } from '../../src/search/choose.ts'

it.each<readonly [wanted: string, project: string, isIt: boolean]>([
  ['shop', '/home/ada/shop', true],
  ['Shop', 'C:\\Users\\Ada\\shop', true],
  ['ada/shop', '/home/ada/shop/', true],
  ['ada\\shop', '/home/ada/shop', true],
  ['~/shop', '/home/ada/shop', true],
  ['./shop', '/home/ada/shop', true],
  ['/home/ada', '/home/ada/shop', true],
  ['/home/ada/shop/', '/home/ada/shop', true],
  ['C:\\Users', 'c:/users/ada', true],
  ['商店', '/项目/商店', true],
  ['sho', '/home/ada/shop', false],
  ['/ada/shop', '/home/ada/shop', false],
  ['/home/ad', '/home/ada/shop', false],
  ['shop/ada', '/home/ada/shop', false],
])('%s of %s: %s', (wanted, project, isIt) => expect(isOfProject(wanted)(project)).toBe(isIt))
