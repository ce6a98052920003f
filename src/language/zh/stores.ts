import type { Catalogue } from '../say.ts'

export const stores: Catalogue = {
  'There is no room left for {0}.': '{0} 没有剩余空间。',
  'Free some space and run the command again.': '请腾出空间，再重新运行该命令。',
  '"{0}" cannot be a file and a folder at once.': '“{0}”不能既是文件又是文件夹。',
  'Remove what is at its path first.': '请先移除该路径上的内容。',
  '"{0}" is not a valid path of an original.': '“{0}”不是有效的原始文件路径。',
  'Use segments between single slashes, without "." and "..".': '请用单个斜杠分隔各段，不含 "." 和 ".."。',
  'The bucket of BLOBS_URL cannot be used: {0}{1}': 'BLOBS_URL 的存储桶不可用：{0*}{1}',
  'unknown error': '未知错误',
  'Set AWS_REGION, or AWS_ENDPOINT_URL_S3 for a store that is not of AWS.':
    '请设置 AWS_REGION；如果不是 AWS 的存储，请设置 AWS_ENDPOINT_URL_S3。',
  'Try again later; if it stays, ask who runs the store.': '请稍后重试；如果仍然失败，请联系存储的管理者。',
  'BLOBS_URL is not an address of a bucket.': 'BLOBS_URL 不是存储桶的地址。',
  'Write it as s3://bucket/prefix, with ?style=path or ?style=virtual at most; keys belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.':
    '请写成 s3://bucket/prefix，最多带 ?style=path 或 ?style=virtual；密钥应放在 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY 中。',
  '"{0}" is too long a path for an S3 store, which takes {1} bytes.': '路径“{0}”对 S3 存储来说太长，上限是 {1} 字节。',
  'Shorten the path, or the prefix in BLOBS_URL.': '请缩短路径，或缩短 BLOBS_URL 中的前缀。',
  'The bytes of "{0}" in the bucket are not those that were put there.': '存储桶中“{0}”的内容与当初写入的不同。',
  'Import its library again, or restore the object from a backup.': '请重新导入其文档库，或从备份恢复该对象。',
  'The login provider of this server does not answer as one.': '该服务器的登录提供方没有正常响应。',
  'Try again later. Administrators: check the setting auth.oidc.issuer; its /.well-known/openid-configuration must answer.':
    '请稍后重试。管理员请检查设置 auth.oidc.issuer；其 /.well-known/openid-configuration 必须有响应。',
  'The login provider of this server has no login for terminals.': '该服务器的登录提供方不支持终端登录。',
  'Log in with a browser, make a key there, and give it to: wuku login <server> --key':
    '请用浏览器登录，在那里创建密钥，再交给：wuku login <server> --key',
  'The login did not succeed.': '登录没有成功。',
  'Begin the login again.': '请重新登录。',
  'The login provider names no keys.': '登录提供方没有给出密钥。',
  'Send a key of this server instead.': '请改用该服务器的密钥。',
  'The login provider does not answer.': '登录提供方没有响应。',
  'There is no {0} {1}.': '没有 {0} {1}。',
  'The id {0} is taken in "{1}".': '“{1}”中的 id {0} 已被占用。',
  'Give it another id.': '请换一个 id。',
  'There is already a user "{0}".': '已有用户“{0}”。',
  'Choose another name.': '请换一个名称。',
  'The table {0} of the backup is not as its manifest says; nothing was changed.':
    '备份中的表 {0} 与清单不符；没有改动任何内容。',
  'Take another backup: wuku backup --list': '请换一份备份：wuku backup --list',
  'Check that PostgreSQL runs, and that DATABASE_URL names it. Then run the same command again.':
    '请检查 PostgreSQL 是否在运行，以及 DATABASE_URL 是否指向它，然后重新运行同一命令。',
  'The schema "{0}" is not as this wuku needs it, and the role of DATABASE_URL may not change it.':
    '模式 "{0}" 与当前 wuku 的要求不符，而 DATABASE_URL 的角色无权修改它。',
  'Run "wuku migrate-schema" with DATABASE_URL of the role that owns it. For a new schema an administrator may run: GRANT CREATE ON DATABASE <database> TO <role>':
    '请用拥有该模式的角色的 DATABASE_URL 运行 "wuku migrate-schema"。要新建模式，管理员可运行：GRANT CREATE ON DATABASE <database> TO <role>',
  'The store is a file, which is brought up to date when it is opened.': '存储是一个文件，打开时会自动更新格式。',
  'Set DATABASE_URL to the address of the database, with the role that owns the schema.':
    '请把 DATABASE_URL 设为数据库地址，并使用拥有该模式的角色。',
  'The server did not get this done in {0} s, and gave it up.': '服务器未能在 {0} 秒内完成，已放弃。',
  'Ask for less, or send it again later; look first whether a write took place. The limit is server.requestSeconds.':
    '请减少请求的内容，或稍后再发；若是写入，请先查看是否已完成。该上限是 server.requestSeconds。',
  'Send it again when whoever runs the server has freed some space.': '请等服务器的管理者腾出空间后再发送。',
  'Send the request again in a moment; of a write, look first whether it took place.':
    '请稍后重新发送；若是写入，请先查看是否已完成。',
  'Send the request again in a moment.': '请稍后重新发送请求。',
  'PostgreSQL has no connection left.': 'PostgreSQL 没有空余连接。',
  'Try again in a moment; if it stays, raise max_connections, or lower WUKU_DATABASE_CONNECTIONS.':
    '请稍后重试；若一直如此，请调高 max_connections，或调低 WUKU_DATABASE_CONNECTIONS。',
  'Other writers have held the store for 30 seconds.': '其他写入者占用存储已达 30 秒。',
  'Run the same command again when they have finished.': '请等它们完成后重新运行同一命令。',
  'A statement took longer than it may: a minute for reading, WUKU_DATABASE_WRITE_SECONDS for writing.':
    '语句用时超过上限：读取为一分钟，写入为 WUKU_DATABASE_WRITE_SECONDS。',
  'Ask for less, or try again later.': '请减小请求规模，或稍后重试。',
  'Free some space on the disk of PostgreSQL, and try again.': '请在 PostgreSQL 的磁盘上腾出空间后重试。',
  'Let DATABASE_URL name the primary server, which may be written to.': '请让 DATABASE_URL 指向可写的主服务器。',
  'Let DATABASE_URL name the role that owns the store, or let an administrator run: GRANT CREATE ON DATABASE <database> TO <role>':
    '请让 DATABASE_URL 使用拥有该存储的角色，或请管理员运行：GRANT CREATE ON DATABASE <database> TO <role>',
  'Check the user, the password and the database in DATABASE_URL.': '请检查 DATABASE_URL 中的用户、密码和数据库。',
  'End DATABASE_URL with ?sslmode=verify-full&sslrootcert=<file of the authority>, with ?sslmode=no-verify to trust any, or with ?sslmode=disable to do without.':
    '请在 DATABASE_URL 末尾加 ?sslmode=verify-full&sslrootcert=<签发机构的文件>；信任任何证书用 ?sslmode=no-verify，不加密用 ?sslmode=disable。',
  'Check that the host and the port in DATABASE_URL are those of PostgreSQL.':
    '请检查 DATABASE_URL 中的主机和端口是否属于 PostgreSQL。',
  'The role of DATABASE_URL may only read this store: it can be searched but not written to.':
    'DATABASE_URL 的角色对该存储只读：可以搜索，不能写入。',
  'Let DATABASE_URL name the role that owns the store.': '请让 DATABASE_URL 使用拥有该存储的角色。',
  'The store cannot be used: {0}. Its contents are safe.': '存储不可用：{0}。其内容是安全的。',
  'Another store is being moved into the schema "{0}", and not all of it has arrived.':
    '另一个存储正在迁入模式“{0}”，尚未全部到达。',
  'Wait for it, or run the same "wuku migrate" again: it goes on where it was stopped.':
    '请等待，或重新运行同一 "wuku migrate"：会从中断处继续。',
  'The store is damaged: {0}.': '存储已损坏：{0}。',
  'Restore the database from a backup.': '请从备份恢复数据库。',
  'This store has format {0}; this version of wuku supports formats up to {1}.':
    '该存储的格式为 {0}；当前版本的 wuku 最高支持格式 {1}。',
  'Install the newest wuku, or set DATABASE_SCHEMA to another schema.':
    '请安装最新的 wuku，或把 DATABASE_SCHEMA 设为其他模式。',
  'There is already a {0} source "{1}".': '已有名为“{1}”的 {0} 来源。',
  'Give the new one another name.': '请给新来源换一个名称。',
  'Source {0} is no longer in the store.': '来源 {0} 已不在存储中。',
  '"wuku sources" lists the existing ones.': '"wuku sources" 可列出现有来源。',
  'Search by meaning needs the extension pgvector, which this database does not have.':
    '按语义搜索需要扩展 pgvector，而该数据库没有。',
  'Let an administrator of the database run "CREATE EXTENSION vector" (or ask its provider for pgvector), then try again. Search by words works without it.':
    '请数据库管理员运行 "CREATE EXTENSION vector"（或向服务商申请 pgvector），然后重试。按关键词搜索不需要它。',
  'Search by meaning needs pgvector {0} or newer; this database has {1}.':
    '按语义搜索需要 pgvector {0} 或更新版本；该数据库的版本是 {1}。',
  'Let an administrator of the database install a newer pgvector and run "ALTER EXTENSION vector UPDATE", then try again.':
    '请数据库管理员安装更新的 pgvector 并运行 "ALTER EXTENSION vector UPDATE"，然后重试。',
  'The set of vectors {0} no longer exists.': '向量集 {0} 已不存在。',
  'Run "wuku embed" again; "wuku sources" shows its progress.': '请重新运行 "wuku embed"；"wuku sources" 可显示进度。',
  'The model gives vectors of {0} dimensions; a store on PostgreSQL keeps {1} at most.':
    '该模型的向量有 {0} 维；PostgreSQL 上的存储最多 {1} 维。',
  'Choose another model, or fewer dimensions.': '请选择其他模型，或减少维度。',
  'REDIS_URL cannot be read. {0}': 'REDIS_URL 无法解析。{0}',
  'Write it as redis://user:password@host:6379/0, or rediss:// with TLS; for a cluster several of them with commas between.':
    '请写成 redis://user:password@host:6379/0，使用 TLS 时写 rediss://；集群请用逗号分隔多个地址。',
  '"wuku users list" shows the existing ones.': '"wuku users list" 可列出现有用户。',
  '"wuku keys list" shows the existing ones.': '"wuku keys list" 可列出现有密钥。',
  'Log in again.': '请重新登录。',
  'The copy of the store is damaged: {0}.': '存储的副本已损坏：{0}。',
  'Look for faults of the disk: wuku doctor': '请检查磁盘故障：wuku doctor',
  'Another process has the store open: {0}.': '另一个进程打开了该存储：{0}。',
  'Stop wuku serve and the agents that use wuku, and run the command again.':
    '请停止 wuku serve 和使用 wuku 的智能体，再重新运行该命令。',
  'Free some space on the disk of the data folder, and run the command again.':
    '请在数据目录所在的磁盘上腾出空间，再重新运行该命令。',
  'Check that you may write to the data folder, that its disk has room, and that "ulimit -n" allows 64 open files.':
    '请确认数据目录可写、磁盘有空间，并且 "ulimit -n" 允许 64 个打开的文件。',
  'Move wuku.sqlite and the files beside it out of the data folder, which "wuku doctor" names, and add the sources again.':
    '请把 wuku.sqlite 及其旁边的文件移出数据目录（"wuku doctor" 会给出位置），再重新添加来源。',
  'There is no store at {0}.': '{0} 处没有存储。',
  'Name the file or the data folder of the old store: --from': '请给出旧存储的文件或数据目录：--from',
  'The data folder {0} is read-only: it can be searched but not written to.': '数据目录 {0} 只读：可以搜索，不能写入。',
  'Give yourself write permission there, or set WUKU_HOME to a folder that you may write to.':
    '请取得该处的写权限，或把 WUKU_HOME 设为可写的文件夹。',
  'The last writes of the store are still in its log, {0}, which cannot be read in a read-only folder.':
    '存储最近的写入还在日志 {0*} 中，而只读文件夹中的日志无法读取。',
  '{0}-wal': '{0}-wal',
  'Copy the data folder to a place where you may write, and set WUKU_HOME to the copy.':
    '请把数据目录复制到可写的位置，并把 WUKU_HOME 设为该副本。',
  'The store changed while it was read without a lock, because its folder is read-only.':
    '存储所在文件夹只读，只能不加锁读取，而读取期间它发生了变化。',
  'Run the same command again.': '请重新运行同一命令。',
  'Install the newest wuku, or start this one with another data folder.':
    '请安装最新的 wuku，或为当前版本使用另一个数据目录。',
  'This store has format {0}; wuku must upgrade it to {1} first, but its folder is read-only.':
    '该存储的格式为 {0}；wuku 需先升级到 {1}，但其文件夹只读。',
  'Run "wuku sources" once where the data folder is writable.': '请在数据目录可写的环境中运行一次 "wuku sources"。',
  'Other processes have held the store for {0} seconds.': '其他进程占用存储已达 {0} 秒。',
  'Run the same command again when the other process has finished.': '请等另一个进程结束后重新运行同一命令。',
  'There is already a job {0}.': '已有任务 {0}。',
  'There is no job {0}.': '没有任务 {0}。',
  '"wuku jobs" lists those that are kept.': '"wuku jobs" 可列出保留的任务。',
  'A library "{0}" ({1}) exists already{2}.': '已有文档库“{0}”（{1}）{2*}。',
  ', deleted': '，已删除',
  'Restore or purge that one, or choose another slug.': '请恢复或清除它，或换一个 slug。',
  'Use that one, or choose another slug.': '请使用它，或换一个 slug。',
  'There is no library {0}.': '没有文档库 {0}。',
  '"search-libraries" lists the existing ones.': '"search-libraries" 可列出现有文档库。',
  'The library {0} already has a version "{1}".': '文档库 {0} 已有版本“{1}”。',
  'Refresh or delete that version, or choose another "version".': '请刷新或删除该版本，或换一个 "version"。',
  'There is no version {0} of any library.': '没有任何文档库有版本 {0}。',
  '"search-libraries" shows the existing versions.': '"search-libraries" 可显示现有版本。',
  'DATABASE_URL names a database with {0} of another program and no store of wuku. Nothing was written there.':
    'DATABASE_URL 指向的数据库中有另一个程序的 {0*}，没有 wuku 的存储。没有在那里写入任何内容。',
  'a table': '一个表',
  '{0} tables': '{0} 个表',
  'For the store of this machine, in a shell without DATABASE_URL: wuku settings database.url "". To begin a store in that database: set WUKU_DATABASE_URL to its address.':
    '使用本机的存储，请在没有 DATABASE_URL 的 shell 中运行：wuku settings database.url ""。要在那个数据库中新建存储：把 WUKU_DATABASE_URL 设为它的地址。',
}
