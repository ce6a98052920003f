import type { Catalogue } from '../say.ts'

/** Users, keys and logins. */
export const accounts: Catalogue = {
  'Keys are made by a login, or with a key of the scope admin.': '密钥只能由登录创建，或用范围为 admin 的密钥创建。',
  'Log in, or ask an administrator for a key.': '请登录，或向管理员索取密钥。',
  '"expires_at" has passed.': '"expires_at" 已经过去。',
  'Give a moment that is to come.': '请给出将来的时间。',
  '"{0}" and "{1}" exclude each other.': '"{0}" 与 "{1}" 不能同时使用。',
  'The local user has no keys.': '本地用户没有密钥。',
  'Name the user as "user_id".': '请用 "user_id" 指定用户。',
  'Keys of others are for administrators.': '只有管理员能管理他人的密钥。',
  'Leave "user_id" and "all" out.': '请去掉 "user_id" 和 "all"。',
  'The user "{0}" is disabled.': '用户“{0}”已停用。',
  'Make it active again with "update-user".': '请用 "update-user" 重新启用。',
  '"{0}" is a {1}: a key with the scope "{2}" would reach above that.':
    '“{0}”的角色是 {1}：范围为“{2}”的密钥会超出它。',
  'Ask for "{0}" at most.': '最多可申请“{0}”。',
  '"{0}" has {1} keys, which is the limit.': '“{0}”已有 {1} 个密钥，达到上限。',
  'Revoke one with "revoke-key", or raise the setting auth.keysPerUser.':
    '请用 "revoke-key" 吊销一个，或提高设置 auth.keysPerUser。',
  'There is no key "{0}".': '没有密钥“{0}”。',
  '"list-keys" lists those that are here.': '"list-keys" 可列出现有密钥。',
  'Your login provider does not say that your e-mail is verified, and here it decides.':
    '登录提供方没有确认您的邮箱已验证，而这里以邮箱为准。',
  'Verify it at the provider, and log in again.': '请在登录提供方验证邮箱，然后重新登录。',
  'E-mails of your domain may not log in here.': '您的邮箱域名不允许在这里登录。',
  'Log in with another account, or ask an administrator to add the domain to auth.oidc.domains.':
    '请换一个账户登录，或请管理员把该域名加入 auth.oidc.domains。',
  'This user is disabled.': '该用户已停用。',
  'Ask an administrator of the server.': '请联系服务器管理员。',
  'This needs an account.': '此操作需要账户。',
  'Send a key or log in.': '请发送密钥或登录。',
  'Nothing was given to change.': '没有给出要修改的内容。',
  'Give name, email, role, status or groups.': '请给出 name、email、role、status 或 groups。',
  'This server has accounts already.': '此服务器已启用账号。',
  'Log in with a key of a user.': '请用某个用户的密钥登录。',
  'Accounts stay on: only the first administrator may undo it, within a minute and before there are other users.':
    '账号仍然启用：只有首个管理员能在一分钟内、且还没有其他用户时撤销。',
  'Go on with accounts, or begin with another data folder.': '请继续使用账号，或换一个数据目录重新开始。',
  'An invitation is for one person.': '一份邀请只给一个人。',
  'Give "name" for a new user, or "user_id".': '请给出新用户的 "name"，或给出 "user_id"。',
  'That user is here already.': '该用户已经存在。',
  'Change it with "update-user", or give a "name".': '请用 "update-user" 修改，或给出 "name"。',
  'This server has no administrator, who would invite people.': '此服务器没有管理员，无法邀请他人。',
  'Turn accounts on first: in the console under People, or with: wuku users add <name> --role admin':
    '请先启用账号：在控制台的“成员”中，或用：wuku users add <name> --role admin',
  'There is no invitation "{0}".': '没有邀请“{0}”。',
  '"list-invitations" lists those that are here.': '"list-invitations" 可列出现有邀请。',
  '"{0}" would be no administrator, and this server has none: its first user must be one.':
    '“{0}”不是管理员，而此服务器还没有管理员：首个用户必须是管理员。',
  'Turn accounts on in the console, under People, or with: wuku users add <name> --role admin':
    '请在控制台的“成员”中启用账号，或用：wuku users add <name> --role admin',
  'the id of an invitation': '邀请的 id',
  'List them with: wuku users invitations': '可列出：wuku users invitations',
  'There is no user "{0}".': '没有用户“{0}”。',
  '"list-users" lists those that are here.': '"list-users" 可列出现有用户。',
  'There is a user "{0}" already.': '已有用户“{0}”。',
  'Choose another name, or use "update-user" to change that user.': '请换一个名称，或用 "update-user" 修改该用户。',
  'Choose another name, or make that user active again: "update-user" with status "active".':
    '请换一个名称，或重新启用该用户："update-user"，status 为 "active"。',
  'This login reaches to "{0}", and so do keys that it makes.': '此登录的权限是“{0}”，由它创建的密钥也以此为限。',
  'Ask for less, or log in with a browser at the server and make the key there.':
    '请减少所要的权限，或用浏览器登录服务器并在那里创建密钥。',
  '"{0}" cannot be the name of a user: it looks like an e-mail, an id or a group.':
    '“{0}”不能作为用户名：它看起来像邮箱、id 或组。',
  'Give a name of letters of one script, without "@"; the e-mail has a field of its own.':
    '请用同一种文字的字母写名称，不含 "@"；邮箱有单独的字段。',
  '"{0}" is the last administrator.': '“{0}”是最后一个管理员。',
  'Make another user an administrator first: "update-user" with role "admin".':
    '请先让另一个用户成为管理员："update-user"，role 为 "admin"。',
}
