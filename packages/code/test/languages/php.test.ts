import { expect, it } from 'vitest'
import { php } from '../../src/languages/scripting/php.ts'
import { outlineOf, structureOf } from './outline-of.ts'

interface Beside {
  readonly imports?: readonly string[]
  readonly module?: string
}

type Row = [what: string, source: string, symbols: readonly string[], beside?: Beside]

const check = async (...[, source, symbols, beside = {}]: Row): Promise<void> =>
  expect(await outlineOf(php, source)).toEqual({ symbols, imports: [], module: null, ...beside })

it.each<Row>([
  ['nothing', '', []],
  ['only a comment', '<?php // 注释\n', []],
  ['only a page', '<h1>你好</h1>\n', []],
  [
    'members of a class',
    `<?php
#[Entity]
abstract class User extends Model implements I {
  use SomeTrait;
  const A = 1, B = 2;
  private const P = 1;
  public string $name = 'x';
  protected $hidden;
  public function __construct(private int $x) {}
  public static function make(): self { return new self(1); }
  private function p() {}
  function plain() {}
  abstract function ab();
}`,
    [
      'class User (exported) 2-14',
      'class User > constant A (exported) 5',
      'class User > constant B (exported) 5',
      'class User > constant P 6',
      'class User > field name (exported) 7',
      'class User > field hidden 8',
      'class User > constructor __construct (exported) 9',
      'class User > method make (exported) 10',
      'class User > method p 11',
      'class User > method plain (exported) 12',
      'class User > method ab (exported) 13',
    ],
  ],
  [
    'interfaces, traits, enums, functions and constants',
    `<?php
interface I { public function m(): void; }
trait T { function t() {} }
enum Suit: string { case Hearts = 'H'; const X = 1; function label() {} }
function 计算($x) { $local = 1; return 1; }
const TOP = 1;
define('OLD', 2);
if (!function_exists('env')) { function env() {} }`,
    [
      'interface I (exported) 2',
      'interface I > method m (exported) 2',
      'trait T (exported) 3',
      'trait T > method t (exported) 3',
      'enum Suit (exported) 4',
      'enum Suit > constant Hearts (exported) 4',
      'enum Suit > constant X (exported) 4',
      'enum Suit > method label (exported) 4',
      'function 计算 (exported) 5',
      'constant TOP (exported) 6',
      'constant OLD (exported) 7',
      'function env (exported) 8',
    ],
  ],
  [
    'namespaces and imports',
    `<?php
namespace App\\Models;
use Foo\\Bar;
use \\Foo\\Baz as Qux;
use Foo\\{A, B as C, Sub\\D, function f};
use function X\\y;
require_once __DIR__ . '/vendor/autoload.php';
$config = include 'config.php';
return require dirname(__FILE__) . '/../last.php';`,
    [],
    {
      module: 'App\\Models',
      imports: [
        'Foo\\Bar',
        'Foo\\Baz',
        'Foo\\A',
        'Foo\\B',
        'Foo\\Sub\\D',
        'Foo\\f',
        'X\\y',
        './vendor/autoload.php',
        'config.php',
        './../last.php',
      ],
    },
  ],
  ['a namespace with braces', '<?php namespace A { class B {} }', ['class B (exported) 1'], { module: 'A' }],
  [
    'a class without a name',
    '<?php\nreturn new class extends Migration {\n  public function up(): void {}\n};',
    ['method up (exported) 3'],
  ],
  [
    'tests',
    "<?php\ndescribe('数', function () {\n  it('adds', fn () => 1);\n});\ntest('b', function () {});",
    ['test 数 2-4', 'test 数 > test adds 3', 'test b 5'],
  ],
  ['half a file', '<?php\nclass A {\n  function m() {}\n  function n(', ['method m (exported) 3']],
])('sees %s', check)

it('takes the first paragraph of a comment', async () => {
  const { symbols } = await structureOf(
    php,
    '<?php\n/**\n * Saves it.\n *\n * @param int $x\n */\nfunction save(int $x): void {}\n',
  )
  expect(symbols[0]).toMatchObject({ doc: 'Saves it.', signature: 'function save(int $x): void' })
})
