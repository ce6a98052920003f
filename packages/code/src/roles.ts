/** Purposes of files, in the order in which a reader wants to see the files around another. */
const roles = [
  'source',
  'config',
  'docs',
  'example',
  'test',
  'mock',
  'fixture',
  'generated',
  'vendored',
  'lock',
] as const
export type Role = (typeof roles)[number]

export const roleOrder = (role: Role): number => roles.indexOf(role)

/** By the conventions of all languages at once, and by what generators write first. `head`: the first lines of the text. */
export function roleOf(path: string, head = ''): Role {
  const at = path.lastIndexOf('/') + 1
  const folders = `/${path.slice(0, at)}`
  const place: Place = { folders, outside: outsideOf(folders), name: path.slice(at) }
  if (PAGE.test(place.name) && PAGE_MADE.test(head)) return 'generated'
  const found = conventions.find((convention) => holds(convention, place))
  // Only source can be taken for more than it is: a generated test is a test.
  return found?.role ?? (hasGeneratedComment(head) ? 'generated' : isCopy(head, place) ? 'vendored' : 'source')
}

/** By its name alone, somebody of this repository wrote it. */
export const isWritten = (path: string): boolean => !MADE.includes(roleOf(path))

const MADE: readonly Role[] = ['lock', 'generated', 'vendored']

interface Place {
  /** With a slash before and behind each. */
  readonly folders: string
  /** Folders above the source root: below it `docs` is a part of the program, and `com/example` a package. */
  readonly outside: string
  readonly name: string
}

const SOURCE_ROOT = /\/(?:src|lib|app|sources?|pkg|internal|cmd)\//i

function outsideOf(folders: string): string {
  const root = folders.search(SOURCE_ROOT)
  return root < 0 ? folders : folders.slice(0, root + 1)
}

interface Convention {
  readonly role: Role
  readonly anywhere?: RegExp
  /** A folder that is not below one of sources. */
  readonly outside?: RegExp
  readonly name?: RegExp
}

const holds = ({ anywhere, outside, name }: Convention, place: Place): boolean =>
  (anywhere?.test(place.folders) ?? false) ||
  (outside?.test(place.outside) ?? false) ||
  (name?.test(place.name) ?? false)

/** The first that holds: what lies in `test/fixtures` is a fixture. */
const conventions: readonly Convention[] = [
  {
    role: 'vendored',
    anywhere: /\/(?:node_modules|bower_components|third[-_]?party|_?vendored|_vendor|site-packages|Pods|Carthage)\//i,
    outside: /\/(?:vendor|externals?|extern|subprojects|\.yarn)\/|^\/deps\//i,
  },
  // `vendors` alone is a word of trade: what lies in it sells something.
  {
    role: 'vendored',
    anywhere: /\/(?:assets|static|public|wwwroot|scripts|javascripts?|stylesheets|js|css)\/(?:[^/]+\/)?vendors\//i,
  },
  // `app/models/vendor` sells something; elsewhere the folder holds what others wrote.
  { role: 'vendored', anywhere: /^(?!.*\/(?:app|java|kotlin)\/).*\/vendor\// },
  {
    role: 'lock',
    name: /\.lock$|^(?:package-lock\.json|npm-shrinkwrap\.json|packages\.lock\.json|pnpm-lock\.ya?ml|bun\.lockb|go(?:\.work)?\.sum|(?:Package|Cartfile)\.resolved|gradle\.lockfile|\.terraform\.lock\.hcl)$/,
  },
  { role: 'mock', anywhere: /\/(?:__mocks__|mocks)\//i, outside: /\/(?:mock|fakes)\//i },
  {
    role: 'mock',
    name: /\.mock\.\w+$|^mock_\w+\.(?:go|py|rb)$|_mock\.\w+$|^Mock[A-Z]\w*\.\w+$|[a-z]Mock\.(?:java|kt|swift|cs|php)$/,
  },
  {
    role: 'fixture',
    anywhere: /\/(?:__fixtures__|fixtures?|test[-_]?data|testFixtures|__snapshots__|cassettes)\//i,
    name: /\.(?:snap|golden)$/,
  },
  {
    role: 'fixture',
    anywhere:
      /\/(?:tests?|specs?|e2e)\/(?:.*\/)?(?:snapshots|data|resources|golden|corpus|dummy|samples|syntax[-_]tests)\//i,
  },
  {
    role: 'test',
    anywhere:
      /\/(?:tests?|__tests__|e2e|unit[-_]?tests?|integration[-_]?tests?|testsuite|benches)\/|\/[\w.]*[a-z.]Tests?\//,
    outside: /\/(?:specs?|bench(?:mark)?s?|perf|fuzz|cypress)\//i,
  },
  { role: 'test', anywhere: /\/(?:Tests?|TESTS)\// },
  {
    role: 'test',
    name: /(?:[._-](?:tests?|spec|unittest|e2e|cy)|_bench(?:mark)?)\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|exs?|dart|lua|php|zig|sh|bash|c|cc|cpp|cxx|h|hpp|cs|java|kt|swift|scala|sql|hs)$/i,
  },
  { role: 'test', name: /^(?:tests?|spec|conftest)\.(?:[cm]?jsx?|py|rb|rs|lua|sh)$|\.(?:bats|t|feature)$/ },
  { role: 'test', name: /^(?:test|bench)_[^.]*\.(?:py|rb|rs|lua|sh|bash|c|cc|cpp|zig|php|[cm]?js|ts)$/ },
  {
    role: 'test',
    name: /[a-z0-9](?:Tests?|Spec|Specs|IT|Benchmarks?)\.(?:java|kt|kts|scala|groovy|php|cs|fs|swift|m|mm|hs|cpp|cc)$/,
  },
  {
    role: 'config',
    name: /^(?:CMakeLists\.txt|(?:[\w-]*[-.])?requirements[\w.-]*\.(?:txt|in)|constraints[\w-]*\.txt|robots\.txt|go\.(?:mod|work)|mix\.exs|setup\.py|Gemfile|Rakefile|Podfile|Brewfile|Procfile|Vagrantfile|Jenkinsfile|Pipfile|Justfile|CODEOWNERS|(?:GNU)?[Mm]akefile(?:\.\w+)?|(?:Docker|Container)file(?:\..+)?|.+\.(?:gradle(?:\.kts)?|gemspec|podspec|csproj|fsproj|vbproj|props|targets|sln|nix|cabal|mk|cmake|dockerfile))$/,
  },
  {
    role: 'docs',
    name: /\.(?:md|mdx|markdown|rst|adoc|asciidoc|txt|textile|org|pod|rdoc|tex|[1-9])$|^(?:README|LICEN[CS]E|COPYING|NOTICE|CHANGES|CHANGELOG|HISTORY|AUTHORS|CONTRIBUTING|CONTRIBUTORS|INSTALL|TODO|NEWS|MAINTAINERS|USAGE|MIT-LICENSE|readme|licen[cs]e|copying|changelog)(?:[.-][A-Z0-9_-]+)?$/,
  },
  { role: 'example', outside: /\/(?:examples?|samples?|demos?|playgrounds?|sandbox|tutorials?|docs_src|showcase)\//i },
  { role: 'generated', anywhere: /\/(?:__generated__|generated|\.next|\.nuxt)\//i, outside: /\/dist\// },
  {
    role: 'generated',
    // Catalogues of translations hold every word of the program once more.
    name: /\.(?:pot?|xlf|xliff|resx)$|\.pb\.(?:go|cc|h|swift|dart)$|_pb2(?:_grpc)?\.pyi?$|_pb\.[jt]s$|\.(?:g|freezed|gr)\.dart$|\.(?:g|designer)\.cs$|[._]generated\.\w+$|\.gen\.(?:go|[jt]sx?|rs|cs|dart)$|\.(?:min|bundle)\.(?:[cm]?js|css)$|\.(?:js|css)\.map$|^zz_generated|^bindata\.go$/i,
  },
  { role: 'docs', outside: /\/(?:docs|documentation|guides|manual|website)\//i },
  {
    role: 'config',
    name: /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg|conf|properties|plist|xml|env|hcl|tfvars|lcov|csv|tsv)$|^\.[^.]+$|^\..*(?:rc|ignore)(?:\.\w+)?$|\.config\.(?:[cm]?[jt]s)$/i,
  },
]

/** Lines in which a generator would say so. */
const HEAD_LINES = 30
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;|%|<!--|\{-|"""|<\?php\s)/
const GENERATED =
  /@generated\b|\bcode generated\b|\bDO NOT EDIT\b|<auto-?generated|\bauto(?:matically|[- ])?\s?generated (?:file|by|from|code|with)\b|\bfile (?:is|was|has been) (?:auto(?:matically|[- ])?\s?)?generated\b/i

/** A page of an API or a site that a program wrote, wherever it lies; a layout has a field in that place. */
const PAGE = /\.x?html?$/i
const PAGE_MADE = /<!--\s*(?:automatically\s+)?generated by\s|<meta\s+name="?generator"?\s+content="?[\w.]/i

/** In a comment: code that looks for such words is none of it. */
const hasGeneratedComment = (head: string): boolean =>
  GENERATED.test(head) && head.split('\n', HEAD_LINES).some((line) => COMMENT.test(line) && GENERATED.test(line))

/** A library that was copied in says its own name, version and licence; at the top of a repository it is what that is about. */
function isCopy(head: string, { folders, name }: Place): boolean {
  const stem = /^[a-z][\w-]{2,}?(?=[-_.](?:min|slim|umd|\d)|\.\w+$)/i.exec(name)?.[0]
  if (folders === '/' || stem === undefined || !/licen[cs]e|public domain/i.test(head)) return false
  const named = new RegExp(
    String.raw`^\W*(?:@\w+\s+)?${stem}(?:\.\w+)?[ ,:-]+(?:[A-Za-z]+ ){0,3}(?:- )?v?\d+\.\d`,
    'im',
  )
  return head.split('\n', HEAD_LINES).some((line) => COMMENT.test(line) && named.test(line))
}
