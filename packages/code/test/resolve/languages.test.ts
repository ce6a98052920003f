import { describe } from 'vitest'
import { check, files, type Tree } from './resolved.ts'

describe('Python', () => {
  const tree: Tree = {
    ...files(
      'src/app/__init__.py',
      'src/app/main.py',
      'src/app/api/__init__.py',
      'src/app/api/users.py',
      'src/app/api/模型.py',
    ),
    ...files(
      'tests/test_users.py',
      'tests/helpers.py',
      'ns/part/mod.py',
      'script.py',
      'other/deep/app2/__init__.py',
      'other/deep/app2/x.py',
    ),
    ...files('py/core/inner/__init__.py', 'py/core/inner/json.py', 'a/json.py'),
    'py/pyproject.toml': '[tool.setuptools.packages.find]\nwhere = ["core"]\n',
  }
  check('python', tree, [
    ['src/app/main.py', '.api', ['src/app/api/users.py'], ['users']],
    ['src/app/main.py', '.api', ['src/app/api/__init__.py'], ['get_user']],
    ['src/app/main.py', '.api', ['src/app/api/__init__.py', 'src/app/api/users.py'], ['users', 'get_user']],
    ['src/app/api/users.py', '..main', ['src/app/main.py'], ['run']],
    ['src/app/api/users.py', '.', ['src/app/api/__init__.py'], ['*']],
    ['src/app/api/users.py', '.模型', ['src/app/api/模型.py']],
    ['src/app/api/users.py', '..', ['src/app/main.py'], ['main']],
    ['src/app/api/users.py', 'app.main', ['src/app/main.py']],
    ['src/app/api/users.py', '.......x', []],
    ['tests/test_users.py', 'app.api.users', ['src/app/api/users.py'], ['User']],
    ['tests/test_users.py', 'app', ['src/app/main.py'], ['main']],
    ['tests/test_users.py', 'helpers', ['tests/helpers.py']],
    ['tests/test_users.py', 'ns.part', ['ns/part/mod.py'], ['mod']],
    ['tests/test_users.py', 'app2.x', ['other/deep/app2/x.py']],
    ['tests/test_users.py', 'inner.json', ['py/core/inner/json.py']],
    ['src/app/main.py', 'json', []],
    ['src/app/main.py', 'os.path', []],
  ])
})

describe('Go', () => {
  const tree: Tree = {
    'go.mod':
      'module example.com/shop\n\nrequire (\n\texample.com/lib v1.0.0 // indirect\n)\nreplace example.com/lib => ./third/lib\n',
    'tools/go.mod': 'module example.com/shop/tools\n',
    ...files(
      'main.go',
      'internal/cart/cart.go',
      'internal/cart/price.go',
      'internal/cart/cart_test.go',
      'third/lib/x/x.go',
    ),
    ...files('tools/gen/gen.go', 'net/http/own.go', 'vendor/github.com/x/y/y.go'),
  }
  check('go', tree, [
    ['main.go', 'example.com/shop/internal/cart', ['internal/cart/cart.go', 'internal/cart/price.go']],
    ['internal/cart/cart.go', 'example.com/shop', ['main.go']],
    ['main.go', 'example.com/lib/x', ['third/lib/x/x.go']],
    ['main.go', 'example.com/shop/tools/gen', ['tools/gen/gen.go']],
    ['main.go', 'github.com/x/y', ['vendor/github.com/x/y/y.go']],
    ['main.go', 'net/http', []],
    ['main.go', 'example.com/shop/../../etc', []],
  ])
})

describe('Rust', () => {
  const tree: Tree = {
    'net/Cargo.toml': '[package]\nname = "fast-net"\n[lib]\n',
    'app/Cargo.toml': '[package]\nname = "app"\n[[bin]]\nname = "other"\n',
    ...files(
      'net/src/lib.rs',
      'net/src/tcp.rs',
      'net/src/tcp/stream.rs',
      'net/src/udp/mod.rs',
      'net/src/udp/socket.rs',
    ),
    ...files(
      'app/src/main.rs',
      'app/src/config.rs',
      'app/tests/all.rs',
      'app/tests/common/mod.rs',
      'app/src/bin/tool.rs',
    ),
  }
  check('rust', tree, [
    ['net/src/lib.rs', 'mod tcp', ['net/src/tcp.rs']],
    ['net/src/lib.rs', 'mod udp', ['net/src/udp/mod.rs']],
    ['net/src/tcp.rs', 'mod stream', ['net/src/tcp/stream.rs']],
    ['net/src/udp/mod.rs', 'mod socket', ['net/src/udp/socket.rs']],
    ['app/tests/all.rs', 'mod common', ['app/tests/common/mod.rs']],
    ['net/src/udp/socket.rs', 'crate::tcp::stream', ['net/src/tcp/stream.rs'], ['TcpStream']],
    ['net/src/udp/socket.rs', 'crate::tcp', ['net/src/tcp.rs']],
    ['net/src/udp/socket.rs', 'crate::tcp::connect', ['net/src/tcp.rs']],
    ['net/src/udp/socket.rs', 'crate', ['net/src/lib.rs'], ['Error']],
    ['net/src/udp/socket.rs', 'super', ['net/src/udp/mod.rs'], ['*']],
    ['net/src/udp/socket.rs', 'super::super::tcp', ['net/src/tcp.rs']],
    ['net/src/tcp/stream.rs', 'super', ['net/src/tcp.rs'], ['Kind']],
    ['net/src/tcp.rs', 'self::stream', ['net/src/tcp/stream.rs'], ['S']],
    ['net/src/lib.rs', 'tcp', ['net/src/tcp.rs'], ['Listener']],
    ['app/src/main.rs', 'fast_net::udp::socket', ['net/src/udp/socket.rs'], ['Socket']],
    ['app/src/main.rs', 'fast_net', ['net/src/lib.rs'], ['Error']],
    ['app/src/main.rs', 'fast_net::tcp::connect', ['net/src/tcp.rs']],
    ['app/src/main.rs', 'std::io', [], ['Read']],
    ['app/src/main.rs', 'super::super::super::super::x', []],
  ])
})

describe('Java', () => {
  const tree: Tree = {
    'core/src/main/java/com/acme/User.java': 'com.acme',
    'core/src/main/java/com/acme/Group.java': 'com.acme',
    'core/src/test/java/com/acme/UserTest.java': 'com.acme',
    'web/src/main/java/com/acme/web/Api.java': 'com.acme.web',
  }
  check('java', tree, [
    ['web/src/main/java/com/acme/web/Api.java', 'com.acme.User', ['core/src/main/java/com/acme/User.java']],
    ['web/src/main/java/com/acme/web/Api.java', 'com.acme.User.Builder', ['core/src/main/java/com/acme/User.java']],
    ['web/src/main/java/com/acme/web/Api.java', 'com.acme.User', ['core/src/main/java/com/acme/User.java'], ['of']],
    [
      'web/src/main/java/com/acme/web/Api.java',
      'com.acme',
      [
        'core/src/main/java/com/acme/User.java',
        'core/src/main/java/com/acme/Group.java',
        'core/src/test/java/com/acme/UserTest.java',
      ],
      ['*'],
    ],
    ['web/src/main/java/com/acme/web/Api.java', 'java.util.List', []],
  ])
})

describe('Kotlin, whose folders leave the common package out', () => {
  const tree: Tree = {
    'lib/src/flow/Flow.kt': 'org.acme.flow',
    'lib/src/channels/Channel.kt': 'org.acme.channels',
    'lib/src/channels/Produce.kt': 'org.acme.channels',
    'lib/src/Job.kt': 'org.acme',
  }
  check('kotlin', tree, [
    ['lib/src/flow/Flow.kt', 'org.acme.channels.Channel', ['lib/src/channels/Channel.kt']],
    ['lib/src/flow/Flow.kt', 'org.acme.Job', ['lib/src/Job.kt']],
    [
      'lib/src/flow/Flow.kt',
      'org.acme.channels.produce',
      ['lib/src/channels/Channel.kt', 'lib/src/channels/Produce.kt'],
    ],
    [
      'lib/src/flow/Flow.kt',
      'org.acme.channels',
      ['lib/src/channels/Channel.kt', 'lib/src/channels/Produce.kt'],
      ['*'],
    ],
    ['lib/src/flow/Flow.kt', 'java.util.List', []],
  ])
})

describe('Scala', () => {
  const tree: Tree = {
    'core/src/main/scala/io/acme/Decoder.scala': 'io.acme',
    'core/src/main/scala/io/acme/Encoder.scala': 'io.acme',
    'core/src/main/scala/io/acme/syntax/Ops.scala': 'io.acme.syntax',
  }
  check('scala', tree, [
    [
      'core/src/main/scala/io/acme/syntax/Ops.scala',
      'io.acme',
      ['core/src/main/scala/io/acme/Decoder.scala', 'core/src/main/scala/io/acme/Encoder.scala'],
      ['Decoder', 'Encoder'],
    ],
    ['core/src/main/scala/io/acme/Decoder.scala', 'syntax.Ops', ['core/src/main/scala/io/acme/syntax/Ops.scala']],
    ['core/src/main/scala/io/acme/Decoder.scala', 'Encoder', ['core/src/main/scala/io/acme/Encoder.scala'], ['*']],
  ])
})

describe('C#', () => {
  const tree: Tree = {
    'src/Acme.Core/Model/User.cs': 'Acme.Core.Model',
    'src/Acme.Core/Model/Group.cs': 'Acme.Core.Model',
    'src/Web/Pages/Home.cs': 'Acme.Web.Pages',
    'src/Web/Api/Users.cs': 'Acme.Web.Api',
  }
  check('c#', tree, [
    ['src/Web/Pages/Home.cs', 'Acme.Core.Model', ['src/Acme.Core/Model/User.cs', 'src/Acme.Core/Model/Group.cs']],
    ['src/Web/Pages/Home.cs', 'Acme.Core.Model.User', ['src/Acme.Core/Model/User.cs'], ['*']],
    ['src/Web/Pages/Home.cs', 'Acme.Web.Api', ['src/Web/Api/Users.cs']],
    ['src/Web/Pages/Home.cs', 'System.Linq', []],
  ])
})

describe('PHP', () => {
  const tree: Tree = {
    'composer.json': '{ "autoload": { "psr-4": { "App\\\\": "app/", "Shop\\\\Cart\\\\": ["cart/src"] } } }',
    'app/Models/User.php': 'App\\Models',
    'app/Http/Kernel.php': 'App\\Http',
    'cart/src/Item.php': 'Shop\\Cart',
    'lib/Old/Thing.php': 'Old',
    'inc/db.php': '',
  }
  check('php', tree, [
    ['app/Http/Kernel.php', 'App\\Models\\User', ['app/Models/User.php']],
    ['app/Http/Kernel.php', '\\Shop\\Cart\\Item', ['cart/src/Item.php']],
    ['app/Http/Kernel.php', 'Old\\Thing', ['lib/Old/Thing.php']],
    ['app/Http/Kernel.php', './../../inc/db.php', ['inc/db.php']],
    ['app/Http/Kernel.php', 'inc/db.php', ['inc/db.php']],
    ['app/Http/Kernel.php', 'Illuminate\\Support\\Str', []],
    ['app/Http/Kernel.php', '../../../../etc/passwd.php', []],
  ])
})

describe('Ruby', () =>
  check('ruby', files('lib/shop.rb', 'lib/shop/cart.rb', 'test/test_helper.rb', 'test/cart_test.rb', 'bin/json.rb'), [
    ['lib/shop.rb', 'shop/cart', ['lib/shop/cart.rb']],
    ['lib/shop/cart.rb', './../shop', ['lib/shop.rb']],
    ['test/cart_test.rb', 'test_helper', ['test/test_helper.rb']],
    ['lib/shop.rb', 'json', []],
    ['lib/shop.rb', './../../../x', []],
  ]))

describe('C', () =>
  check(
    'c',
    files(
      'src/net.c',
      'src/net.h',
      'include/acme/net.h',
      'include/acme/log.h',
      'src/unix/loop.c',
      'include/string.h',
      'deps/string2.h',
    ),
    [
      ['src/net.c', 'net.h', ['src/net.h']],
      ['src/net.c', '<acme/log.h>', ['include/acme/log.h']],
      ['src/unix/loop.c', 'acme/net.h', ['include/acme/net.h']],
      ['src/unix/loop.c', '../net.h', ['src/net.h']],
      ['src/unix/loop.c', '<string.h>', ['include/string.h']],
      ['src/unix/loop.c', '<string2.h>', []],
      ['src/net.c', '../../../../etc/passwd', []],
      ['src/net.c', '<vector>', []],
    ],
  ))

describe('Elixir', () => {
  const tree: Tree = {
    'lib/my_app/accounts/user_token.ex': 'MyApp.Accounts.UserToken',
    'lib/my_app/accounts/http_client.ex': 'MyApp.Accounts.HTTPClient',
    'lib/my_app_web/controllers/page_controller.ex': 'MyAppWeb.PageController',
    'lib/my_app.ex': 'MyApp',
  }
  check('elixir', tree, [
    ['lib/my_app.ex', 'MyApp.Accounts.UserToken', ['lib/my_app/accounts/user_token.ex']],
    [
      'lib/my_app.ex',
      'MyApp.Accounts',
      ['lib/my_app/accounts/user_token.ex', 'lib/my_app/accounts/http_client.ex'],
      ['UserToken', 'HTTPClient'],
    ],
    ['lib/my_app.ex', 'MyAppWeb.PageController', ['lib/my_app_web/controllers/page_controller.ex']],
    ['lib/my_app.ex', 'Enum', []],
  ])
})

describe('Haskell', () =>
  check('haskell', files('src/Data/Acme/Types.hs', 'src/Data/Acme.hs', 'app/Main.hs'), [
    ['app/Main.hs', 'Data.Acme.Types', ['src/Data/Acme/Types.hs'], ['Value']],
    ['app/Main.hs', 'Data.Acme', ['src/Data/Acme.hs']],
    ['app/Main.hs', 'Data.Map', []],
  ]))

describe('Lua', () =>
  check('lua', files('lua/acme/init.lua', 'lua/acme/view/config.lua', 'plugin/acme.lua', 'lua/acme/util.lua'), [
    ['plugin/acme.lua', 'acme.view.config', ['lua/acme/view/config.lua']],
    ['plugin/acme.lua', 'acme.util', ['lua/acme/util.lua']],
    ['plugin/acme.lua', 'acme/view/config', ['lua/acme/view/config.lua']],
    ['lua/acme/util.lua', 'acme', ['lua/acme/init.lua']],
    ['lua/acme/util.lua', 'string', []],
  ]))

describe('Dart', () =>
  check(
    'dart',
    { 'app/pubspec.yaml': 'name: shop\n', ...files('app/lib/src/cart.dart', 'app/lib/shop.dart', 'app/test/a.dart') },
    [
      ['app/test/a.dart', 'package:shop/src/cart.dart', ['app/lib/src/cart.dart']],
      ['app/lib/shop.dart', 'src/cart.dart', ['app/lib/src/cart.dart']],
      ['app/lib/shop.dart', 'dart:io', []],
      ['app/lib/shop.dart', 'package:flutter/material.dart', []],
    ],
  ))

describe('Bash, Zig, CSS, Swift', () => {
  check('bash', files('bin/run', 'lib/log.sh', 'bin/env.sh'), [
    ['bin/run', './env.sh', ['bin/env.sh']],
    ['bin/run', '"$(dirname "$0")/../lib/log.sh"', ['lib/log.sh']],
    ['bin/run', '${ROOT}/lib/log.sh', ['lib/log.sh']],
    ['bin/run', '/etc/profile', []],
  ])
  check('zig', files('src/main.zig', 'src/net/tcp.zig', 'clap.zig'), [
    ['src/main.zig', 'net/tcp.zig', ['src/net/tcp.zig']],
    ['src/net/tcp.zig', '../main.zig', ['src/main.zig']],
    ['src/main.zig', 'clap', ['clap.zig']],
    ['src/main.zig', 'std', []],
  ])
  check('css', files('css/a.scss', 'css/_vars.scss', 'css/theme/dark.css'), [
    ['css/a.scss', 'vars', ['css/_vars.scss']],
    ['css/a.scss', './theme/dark.css', ['css/theme/dark.css']],
    ['css/a.scss', 'theme/dark.css', ['css/theme/dark.css']],
    ['css/a.scss', 'https://example.org/x.css', []],
  ])
  check('swift', files('a.swift', 'Foundation.swift'), [['a.swift', 'Foundation', []]])
})
