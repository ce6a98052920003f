import { join } from 'node:path'
import { treesFolder } from '../code/places.ts'

/** A public repository, and two commits of it: changes between them are asked about on the tree of the first. */
export interface ChangedRepository {
  readonly name: string
  readonly repository: string
  readonly language: string
  readonly base: string
  readonly tip: string
}

const rows: readonly (readonly [repository: string, language: string, base: string, tip: string])[] = [
  ['psf/black', 'python', '5758da6e3cda4ec037c5dbb7867373cf694edd03', '8947c48ef2077c3a301b03c1e814dc2e3f78436e'],
  ['gin-gonic/gin', 'go', 'f969bfaf50d095713e17a10edd0e3534ba2fa9f6', 'dcaa4296d111981ffb31ac3eba90bb63e1eb5ab9'],
  ['caddyserver/caddy', 'go', 'b2492f8567069c223eab2156d18904c03f9dc4f3', '0cf03d32f7d99cf160d5375e8a40fbe3d910d515'],
  ['sharkdp/bat', 'rust', 'c7905a6029f8b16d8246c50594677337cd97b09a', '2ba8db9c14e5794572f5ea338c2b90404c9769cb'],
  [
    'BurntSushi/ripgrep',
    'rust',
    'eab044d829e1f5bcd1d3fd6a6f49ff732240da09',
    '3fce3b5bb0236da2df6d99672afb8a719642eca7',
  ],
  ['square/okhttp', 'kotlin', 'dd5a002d440f4e02f4a61f16b36325d2be4733a5', '1682d9bac8c03dffde2969b0b74d47649d0dbb52'],
  ['jekyll/jekyll', 'ruby', '5d01099e22b2c78bb210c4abe70e546159070f2e', '202df571314ba1d18e9fccd81d12aaad4a703c38'],
  ['composer/composer', 'php', '17f4984601835c549af73c847794743c960ec51c', 'eba7baa59eb1b59246cf9800b0120fe78915b6ac'],
  ['fmtlib/fmt', 'c++', '86dae01c2338e7a0a406271d005cd766a3438375', '60ccad511fd680cb91d8b60a315759f71c67bef9'],
  ['jqlang/jq', 'c', '9600a5c78141051adc08362b9c5446a15ae4d9a4', '579e6f76cffd7643ba4002a2c3618a5ea710589a'],
  ['vuejs/core', 'typescript', 'fdbd02658301dd794fe0c84f0018d080a07fca9f', 'e2bede96134f757aad5c5b33ac9be055022dbfc8'],
  [
    'JamesNK/Newtonsoft.Json',
    'c#',
    'dada8ea0e3845908faab934ce1ad1f321d580437',
    '09bb545d72969ad7fb4ea07db0d5c34f4fc07877',
  ],
  [
    'apache/commons-lang',
    'java',
    '6eef4940288990a81ca9bb367c36c9fc96707008',
    'd15939ef46f0bd4144994df8be95cf5a7f91eb52',
  ],
]

export const changedRepositories: readonly ChangedRepository[] = rows.map(([repository, language, base, tip]) => ({
  name: repository.split('/').at(-1) ?? repository,
  repository,
  language,
  base,
  tip,
}))

export const changedTree = (name: string): string => join(treesFolder, 'changes', name)
