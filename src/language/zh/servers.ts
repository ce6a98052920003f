import type { Catalogue } from '../say.ts'

export const servers: Catalogue = {
  'Nobody has logged in to {0} from here.': '本机没有人登录过 {0}。',
  '{0} does not take the credential that is kept for it: it expired, or was revoked.':
    '{0} 不接受已保存的凭据：它已过期，或已被吊销。',
  '{0} does not answer as a wuku server of this version does.': '{0} 的响应不像当前版本的 wuku 服务器。',
  '{0} cannot be reached, or the connection broke off{1}.': '无法连接 {0}，或连接中断{1*}。',
  'Run the same command again when {0} answers.': '等 {0} 恢复响应后，请重新运行同一命令。',
  'The job was cancelled on {0}.': '任务已在 {0} 上取消。',
  'Workflows are pushed one by one.': '工作流只能逐个推送。',
  'Give the id or the name of one: "wuku pads" lists them.': '请给出工作流的 id 或名称："wuku pads" 可列出。',
  '{0} is documentation: a server imports it itself.': '{0*} 是文档库：由服务器自行导入。',
  'conversation {0}': '对话 {0}',
  'Import it there: "wuku docs add" where the server runs, or upload its files (POST /api/v1/documents/upload).':
    '请在服务器上导入：在那里运行 "wuku docs add"，或上传文件（POST /api/v1/documents/upload）。',
  'Only a conversation or a workflow is pushed by itself.': '只有对话和工作流可以单独推送。',
  'Push the whole source: wuku push <server> {0}/{1}': '请推送整个来源：wuku push <server> {0}/{1*}',
  '{0} workflows are called "{1}".': '有 {0} 个工作流名为“{1}”。',
  'Give the id: {0}.': '请给出 id：{0}。',
  'There is no workflow "{0}".': '没有工作流“{0}”。',
  '"wuku pads" lists them.': '"wuku pads" 可列出工作流。',
  'Nobody entered the code in time.': '没有人及时输入代码。',
  '{0} does not answer.': '{0} 没有响应。',
  'Check the address and the network.': '请检查地址和网络。',
  '{0} has no login for terminals.': '{0} 不支持终端登录。',
  '{0} answered {1}, and not as a wuku server.': '{0} 返回 {1}，不像 wuku 服务器。',
  '"{0}" fits several that were pushed: {1}.': '“{0}”对应多个已推送的来源：{1}。',
  'Give kind and name, such as notes/handbook.': '请给出类型和名称，例如 notes/handbook。',
  'Nothing called "{0}" lies here, or was pushed to {1} from here.': '这里没有“{0}”，也没有从这里向 {1} 推送过。',
  'Not all of {0}/{1} can be listed: a file that is only unreadable now would go from the server.':
    '{0}/{1} 无法完整列出：暂时读不到的文件会从服务器上消失。',
  'There is nothing in {0}/{1} to send.': '{0}/{1} 中没有可发送的内容。',
  'The option --dry-run shows what is left out, and why.': '选项 --dry-run 可显示排除了哪些内容及原因。',
  '{0} is not as wuku wrote it.': '{0} 的内容已不是 wuku 写入的样子。',
  '"{0}" is no address of a server.': '“{0}”不是服务器地址。',
  'Give scheme and host, such as https://wuku.example.com.': '请写明协议和主机，例如 https://wuku.example.com。',
  'The server ended as soon as it was started.': '服务器启动后立即退出了。',
  'Its log says why: {0}': '原因见日志：{0}',
  'The server (process {0}) does not end.': '服务器（进程 {0}）没有退出。',
  'The thread that worked on this ended{0}.': '处理此请求的线程已退出{0}。',
  'Other requests go on. Ask for less at once, or ask again.': '其他请求不受影响。请减小单次请求的规模，或重试。',
  'This server has accounts: nobody is let in without a key.': '该服务器已启用账户：没有密钥不能进入。',
  'Leave out --open.': '请去掉 --open。',
  'wuku does not listen on {0}: it has no accounts, and other machines could reach it.':
    'wuku 不会监听 {0}：它没有账户，而其他机器能连上。',
  'Leave out --host and the setting server.host, and it listens on 127.0.0.1; or add a user first: wuku users add <name> --role admin':
    '请去掉 --host 和设置 server.host，它会监听 127.0.0.1；或先添加用户：wuku users add <name> --role admin',
  'Port {0} of {1} is taken by another program.': '{1} 的端口 {0} 已被其他程序占用。',
  'Port {0} of {1} may not be used: {2}.': '{1} 的端口 {0} 不能使用：{2}。',
  'Choose one above 1023: wuku serve --port 7557': '请选择大于 1023 的端口：wuku serve --port 7557',
  'A server for the data folder {0} {1}.': '数据目录 {0} 的服务器{1*}。',
  'runs at {0} (process {1})': '已在 {0} 运行（进程 {1}）',
  'is just starting or stopping': '正在启动或停止',
  'Use that one, or end it with: wuku mcp stop. For a second one set WUKU_HOME to another folder.':
    '请使用它，或停止它：wuku mcp stop。要运行第二个，请把 WUKU_HOME 设为另一个文件夹。',
  'Wait until it has stopped, or set WUKU_HOME to another folder.': '请等它停止，或把 WUKU_HOME 设为另一个文件夹。',
  'The setting auth.oidc.issuer is set, and auth.oidc.clientId is not.':
    '设置了 auth.oidc.issuer，但没有设置 auth.oidc.clientId。',
  'Set the id of this server at the provider, in settings.yaml or in WUKU_AUTH_OIDC_CLIENT_ID.':
    '请在 settings.yaml 或 WUKU_AUTH_OIDC_CLIENT_ID 中填写该服务器在登录提供方的 id。',
  'Instances that share a database must sign logins with the same keys, and auth.signingKeys is not set.':
    '共用数据库的各实例必须用相同的密钥签名登录，而 auth.signingKeys 没有设置。',
  'Make one with: openssl rand -base64 32, and give it to all of them in WUKU_AUTH_SIGNING_KEYS.':
    '生成密钥：openssl rand -base64 32，并通过 WUKU_AUTH_SIGNING_KEYS 交给所有实例。',
  'This wuku lies in the cache of npx, which may be cleaned: a service would not start then.':
    '当前 wuku 位于 npx 的缓存中，缓存可能被清理：那样服务就无法启动。',
  'Install it first: npm install -g wuku': '请先安装：npm install -g wuku',
  '{0} holds no signing keys.': '{0} 中没有签名密钥。',
  'Remove it: the next login makes a new one.': '请删除它：下次登录会生成新的。',
  'A key in WUKU_AUTH_SIGNING_KEYS is too short.': 'WUKU_AUTH_SIGNING_KEYS 中有密钥太短。',
  'Make one with: openssl rand -base64 32': '生成密钥：openssl rand -base64 32',
  'BLOBS_URL names a bucket, and the SDK that reaches it is not installed.':
    'BLOBS_URL 指向存储桶，而访问它所需的 SDK 没有安装。',
  'Install it beside wuku: npm install @aws-sdk/client-s3': '请安装在 wuku 旁边：npm install @aws-sdk/client-s3',
  'BLOBS_URL names a place of the kind "{0}:" that is none for originals.':
    'BLOBS_URL 的类型 "{0}:" 不能存放原始文件。',
  'Write s3://bucket/prefix, or the absolute path of a folder that all instances share.':
    '请写 s3://bucket/prefix，或所有实例共享的文件夹的绝对路径。',
  '{0} is not an address that can be read.': '{0} 不是可解析的地址。',
  '{0} asks for a server that is "{1}".': '{0} 要求的服务器是“{1}”。',
  'Write target_session_attrs=read-write: of several hosts the one is taken that may be written to.':
    '请写 target_session_attrs=read-write：在多台主机中选用可写的那一台。',
  'Write postgres://user:password@host:5432/database, with signs such as @ / # % in a password as %40 %2F %23 %25.':
    '请写 postgres://user:password@host:5432/database；密码中的 @ / # % 等符号写成 %40 %2F %23 %25。',
  '{0} is not the address of a database.': '{0} 不是数据库地址。',
  '{0} names a database of the kind "{1}": the store lies in PostgreSQL.':
    '{0} 指向 "{1}" 类型的数据库：存储只能放在 PostgreSQL 中。',
  'Write postgres://user@host:5432/database, or set WUKU_DATABASE_URL to nothing for the file of the data folder.':
    '请写 postgres://user@host:5432/database；要使用数据目录中的文件，请把 WUKU_DATABASE_URL 设为空。',
  'This store is in use by {0}: {1}. What they wrote meanwhile would be lost.':
    '该存储正被 {0*}使用：{1}。它们其间写入的内容会丢失。',
  'Stop them (systemctl stop wuku, docker compose stop, or kubectl scale deployment --all --replicas=0), and run the same command again. One that was killed counts for another half a minute.':
    '请停止它们（systemctl stop wuku、docker compose stop 或 kubectl scale deployment --all --replicas=0），再重新运行同一命令。被强行结束的实例还会计入半分钟。',
  'This store is in use by another process, for: {0}.': '该存储正被另一个进程使用，用于：{0}。',
  'Wait until it has ended, or stop it, and run the same command again.': '请等它结束，或停止它，再重新运行同一命令。',
  'Its name contains a secret; it is not sent.': '其名称含有机密；不会发送。',
  'A server does not take a name with a backslash, a drive or a control character; it is not sent.':
    '服务器不接受含反斜杠、盘符或控制字符的名称；不会发送。',
  '{0} texts of the push are missing.': '推送缺少 {0} 份文本。',
  'Run the same command again: only these are sent.': '请重新运行同一命令：只会发送缺少的部分。',
  'The server already has {0} called "{1}", from elsewhere.': '服务器上已有来自别处的 {0}，名为“{1}”。',
  'Push it under another name: --name <name>.': '请换名推送：--name <name>。',
  'The source has more than {0} files, which is all that the server takes (push.files).':
    '该来源超过 {0} 个文件，这是服务器接受的上限（push.files）。',
  'The source has more than {0} bytes, which is all that the server takes (push.bytes).':
    '该来源超过 {0} 字节，这是服务器接受的上限（push.bytes）。',
  'Leave files out with an ignore file, or ask an administrator to raise the limit.':
    '请用忽略文件排除一些文件，或请管理员提高上限。',
  'The server knows nothing of the push {0}: a later one has taken its place.':
    '服务器不认识推送 {0}：它已被后来的推送取代。',
  'Run the same command again: what arrived is not sent again.': '请重新运行同一命令：已送达的内容不会再次发送。',
  'The text {0} is not what its hash says, or none that this page of the push names.':
    '文本 {0} 与其哈希不符，或不在本页推送之列。',
  '"{0}" is no path within a source.': '“{0}”不是来源内的路径。',
  'Give relative paths with "/" between segments, without "..", a drive, a backslash or control characters.':
    '请给出以 "/" 分隔的相对路径，不含 ".."、盘符、反斜杠和控制字符。',
  'The page names {0} pieces.': '该页含 {0} 项。',
  'Give at most {0} in a page.': '每页最多 {0} 项。',
  'Another push of this source is being finished': '该来源的另一次推送正在收尾',
  'It was pushed by a version of wuku that reads it otherwise.': '推送它的 wuku 版本对它的解析与此处不同。',
  'Install the version of the server where it lies, and push it again.':
    '请在存放它的机器上安装与服务器相同的版本，再重新推送。',
  'A push of this source is being finished': '该来源的推送正在收尾',
  'Nothing of yours was pushed here as {0}/{1}.': '您没有在这里推送过 {0}/{1}。',
  'Give its kind and name as on the machine that pushed it, such as notes/handbook.':
    '请给出推送它的机器上的类型和名称，例如 notes/handbook。',
  '"{0}" of the workflow is not as this version of wuku reads it.': '工作流中“{0}”的形式与当前版本的 wuku 不符。',
  'Install the version of the server where the workflow lies, and push it again.':
    '请在存放该工作流的机器上安装与服务器相同的版本，再重新推送。',
  'The text of "{0}" is missing.': '缺少“{0}”的文本。',
  'There is no such pushed source of yours.': '您没有推送过这个来源。',
  'Push it again.': '请重新推送。',
}
