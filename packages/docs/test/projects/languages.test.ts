import { it } from 'vitest'
import { check, type Files, type Row } from './check.ts'

it.each<[says: string, files: Files, expected: readonly Row[]]>([
  [
    'pyproject.toml of the standard with uv.lock',
    {
      'pyproject.toml':
        '[project]\nname = "own"\ndependencies = [\n  "Flask[async]>=3.0,<4", # web\n  "typing_extensions; python_version < \'3.11\'",\n  "tool @ https://example.com/tool.zip",\n]\n[project.optional-dependencies]\ntest = ["pytest (>=8)"]\n[dependency-groups]\ndev = ["ruff==0.4.1", {include-group = "test"}]\n',
      'uv.lock':
        'version = 1\n\n[[package]]\nname = "own"\nversion = "0.1.0"\nsource = { editable = "." }\n\n[[package]]\nname = "flask"\nversion = "3.0.3"\nsource = { registry = "https://pypi.org/simple" }\n\n[[package]]\nname = "typing-extensions"\nversion = "4.11.0"\n\n[[package]]\nname = "click"\nversion = "8.1.7"\n',
    },
    [
      ['Flask', '>=3.0,<4', '3.0.3'],
      ['typing_extensions', undefined, '4.11.0'],
      ['tool'],
      ['pytest', '>=8'],
      ['ruff', '==0.4.1', '0.4.1'],
      ['flask', undefined, '3.0.3', 'uv.lock', false],
      ['typing-extensions', undefined, '4.11.0', 'uv.lock', false],
      ['click', undefined, '8.1.7', 'uv.lock', false],
    ],
  ],
  [
    'Poetry',
    {
      'pyproject.toml':
        '[tool.poetry.dependencies]\npython = "^3.10"\ndjango = "^5.0"\nredis = { version = "^5", extras = ["hiredis"] }\nlocal = { path = "../local" }\n[tool.poetry.group.dev.dependencies]\npytest = "8.1.0"\n',
      'poetry.lock':
        '[[package]]\nname = "django"\nversion = "5.0.4"\ndescription = """\nMulti "quoted"\n"""\n\n[package.dependencies]\nasgiref = ">=3.7"\n',
    },
    [['django', '^5.0', '5.0.4'], ['redis', '^5'], ['local'], ['pytest', '8.1.0']],
  ],
  [
    'requirements',
    {
      'requirements-dev.txt':
        '# tools\r\n-r requirements.txt\r\nrequests==2.31.0 \\\r\n    --hash=sha256:abc\r\nnumpy>=1.26,<2  # arrays\r\n--index-url https://example.com\r\ngit+https://example.com/x.git\r\npandas ; python_version >= "3.9"\r\n',
    },
    [['requests', '==2.31.0', '2.31.0'], ['numpy', '>=1.26,<2'], ['pandas']],
  ],
  [
    'Pipfile',
    {
      Pipfile: '[packages]\nrequests = "*"\n[dev-packages]\npytest = {version = ">=8"}\n',
      'Pipfile.lock': { default: { requests: { version: '==2.31.0' } }, develop: { pytest: { version: '==8.1.1' } } },
    },
    [
      ['requests', '*', '2.31.0'],
      ['pytest', '>=8', '8.1.1'],
    ],
  ],
])('Python: %s', (_says, files, expected) => check(files, expected))

it.each<[says: string, files: Files, expected: readonly Row[]]>([
  [
    'go.mod',
    {
      'go.mod':
        'module example.com/own\n\ngo 1.22\n\nrequire github.com/gin-gonic/gin v1.9.1\n\nrequire (\n\tgolang.org/x/net v0.20.0 // indirect\n\tgopkg.in/yaml.v3 v3.0.1\n\texample.com/local v1.0.0\n\t// nothing v1\n)\n\nreplace (\n\tgopkg.in/yaml.v3 v3.0.1 => gopkg.in/yaml.v3 v3.0.2\n\texample.com/local => ../local\n)\n',
    },
    [
      ['github.com/gin-gonic/gin', 'v1.9.1', 'v1.9.1'],
      ['golang.org/x/net', 'v0.20.0', 'v0.20.0', 'go.mod', false],
      ['gopkg.in/yaml.v3', 'v3.0.1', 'v3.0.2'],
      ['example.com/local', 'v1.0.0'],
    ],
  ],
  [
    'Cargo',
    {
      'Cargo.toml':
        '[package]\nname = "own"\n[dependencies]\nserde = { version = "1", features = ["derive"] }\nrand_core = "0.6"\nrand-old = { package = "rand", version = "0.7" }\nhelper = { path = "../helper" }\n[target."cfg(unix)".dependencies]\nlibc = "0.2"\n[workspace.dependencies]\ntokio = "1.36"\n',
      'Cargo.lock':
        'version = 3\n[[package]]\nname = "own"\nversion = "0.1.0"\ndependencies = [\n "serde",\n]\n[[package]]\nname = "serde"\nversion = "1.0.197"\nsource = "registry"\n[[package]]\nname = "rand-core"\nversion = "0.6.4"\nsource = "registry"\n[[package]]\nname = "rand"\nversion = "0.7.3"\nsource = "registry"\n[[package]]\nname = "rand"\nversion = "0.8.5"\nsource = "registry"\n',
    },
    [
      ['serde', '1', '1.0.197'],
      ['rand_core', '0.6', '0.6.4'],
      ['rand', '0.7', '0.7.3'],
      ['libc', '0.2'],
      ['tokio', '1.36'],
      ['rand-core', undefined, '0.6.4', 'Cargo.lock', false],
      ['rand', undefined, '0.8.5', 'Cargo.lock', false],
    ],
  ],
  [
    'Maven with a parent among the files',
    {
      'app/pom.xml':
        '<?xml version="1.0"?><project xmlns="x"><parent><groupId>com.example</groupId><artifactId>all</artifactId><version>2.0</version></parent><artifactId>app</artifactId><!-- <dependency/> --><dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId></dependency><dependency><groupId>org.junit</groupId><artifactId>junit</artifactId><version>${junit.version}</version></dependency><dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId><version>${project.version}</version></dependency><dependency><groupId>a</groupId><artifactId>range</artifactId><version>[1.0,2.0)</version></dependency></dependencies></project>',
      'pom.xml':
        '<project><parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.2.4</version><relativePath/></parent><groupId>com.example</groupId><artifactId>all</artifactId><version>2.0</version><properties><junit.version>${junit.base}.1</junit.version><junit.base>5.10</junit.base><loop>${loop}</loop></properties><dependencyManagement><dependencies><dependency><groupId>org.slf4j</groupId><artifactId>slf4j-api</artifactId><version>2.0.9</version></dependency></dependencies></dependencyManagement><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency><dependency><groupId>x</groupId><artifactId>y</artifactId><version>${loop}</version></dependency></dependencies></project>',
    },
    [
      ['com.example:all', '2.0', '2.0'],
      ['org.slf4j:slf4j-api', '2.0.9', '2.0.9'],
      ['org.junit:junit', '5.10.1', '5.10.1'],
      ['com.example:core', '2.0', '2.0'],
      ['a:range', '[1.0,2.0)'],
      ['org.springframework.boot:spring-boot-starter-parent', '3.2.4', '3.2.4', 'pom.xml'],
      ['org.springframework.boot:spring-boot-starter-web', '3.2.4', '3.2.4', 'pom.xml'],
      ['x:y', '${loop}', undefined, 'pom.xml'],
      ['org.slf4j:slf4j-api', '2.0.9', '2.0.9', 'pom.xml'],
    ],
  ],
  [
    'Gradle',
    {
      'build.gradle.kts':
        'val ktor = "2.3.9"\ndependencies {\n  implementation("io.ktor:ktor-server:$ktor")\n  api \'com.google.guava:guava:33.0.0-jre@jar\'\n  testImplementation("junit:junit")\n  compile group: "org.x", name: "y", version: "1.+"\n}\n',
      'gradle.lockfile': 'junit:junit:4.13.2=testCompileClasspath\nempty=\n',
      'gradle/libs.versions.toml':
        '[versions]\nkotlin = "1.9.23"\nagp = { strictly = "8.3.0" }\n[libraries]\nstdlib = { module = "org.jetbrains.kotlin:kotlin-stdlib", version.ref = "kotlin" }\ngradle = { group = "com.android.tools", name = "gradle", version.ref = "agp" }\nokio = "com.squareup.okio:okio:3.9.0"\nplain = { module = "a:b", version = "1.0" }\n',
    },
    [
      ['io.ktor:ktor-server', '2.3.9', '2.3.9'],
      ['com.google.guava:guava', '33.0.0-jre', '33.0.0-jre'],
      ['junit:junit', undefined, '4.13.2'],
      ['org.x:y', '1.+'],
      ['org.jetbrains.kotlin:kotlin-stdlib', '1.9.23', '1.9.23', 'gradle/libs.versions.toml'],
      ['com.android.tools:gradle', '8.3.0', '8.3.0', 'gradle/libs.versions.toml'],
      ['com.squareup.okio:okio', '3.9.0', '3.9.0', 'gradle/libs.versions.toml'],
      ['a:b', '1.0', '1.0', 'gradle/libs.versions.toml'],
    ],
  ],
  [
    'Gemfile.lock',
    {
      'Gemfile.lock':
        'GEM\n  remote: https://rubygems.org/\n  specs:\n    nokogiri (1.16.3-x86_64-linux)\n      racc (~> 1.4)\n    racc (1.7.3)\n    rails (7.1.3)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  nokogiri\n  rails (~> 7.1)\n\nBUNDLED WITH\n   2.5.6\n',
    },
    [
      ['nokogiri', undefined, '1.16.3'],
      ['rails', '~> 7.1', '7.1.3'],
      ['racc', undefined, '1.7.3', 'Gemfile.lock', false],
    ],
  ],
  [
    'Composer',
    {
      'composer.json': { require: { php: '>=8.2', 'ext-json': '*', 'laravel/framework': '^11.0' } },
      'composer.lock': { packages: [{ name: 'laravel/framework', version: 'v11.3.1' }], 'packages-dev': [] },
    },
    [['laravel/framework', '^11.0', 'v11.3.1']],
  ],
  [
    'pubspec.lock',
    {
      'pubspec.lock':
        'packages:\n  http:\n    dependency: "direct main"\n    description:\n      name: http\n    version: "1.2.1"\n  async:\n    dependency: transitive\n    version: "2.11.0"\nsdks:\n  dart: ">=3.3.0"\n',
    },
    [
      ['http', undefined, '1.2.1'],
      ['async', undefined, '2.11.0', 'pubspec.lock', false],
    ],
  ],
])('other languages: %s', (_says, files, expected) => check(files, expected))
