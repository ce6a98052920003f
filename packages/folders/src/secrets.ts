import { maskSecrets } from '@wuku/text/secrets/secrets'

/**
 * Names under which keys and passwords are kept. Such a file is refused by its name alone, before a byte of it is read:
 * what is never read cannot be found by a search, shown in a report or left in a backup.
 */
const secretFiles: readonly RegExp[] = [
  /^\.env(?!.*\.(?:example|sample|template)$)/i,
  /\.(?:env|pem|key|p12|pfx|ppk|jks|kdbx|tfstate|tfstate\.backup|tfvars|tfvars\.json)$/i,
  /** A name with an ending is a private key only when it says so: `id_rsa.bak` is one, `id_card.md` is a note. */
  /^id_[^.]+$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?\.(?!pub$|md$|markdown$)/i,
  /^\.(?:npmrc|pypirc|netrc|git-credentials|pgpass|my\.cnf|htpasswd|dockercfg|vault-token|s3cfg|boto)$/i,
  /** Files of the system that root alone can read: nobody means to show them to agents. */
  /^(?:shadow|gshadow|opasswd|sudoers|master\.passwd|ssh_host_\w+_key|krb5\.keytab)-?$/i,
  /^credentials(?:\.(?:json|ini|csv|txt|ya?ml|toml))?$/i,
]

const secretFolders: readonly string[] = ['.aws', '.ssh', '.gnupg', '.kube']

export const isSecretFile = (name: string): boolean => secretFiles.some((pattern) => pattern.test(name))

export const isSecretFolder = (name: string): boolean => secretFolders.includes(name.toLowerCase())

/** Shorter than any key that can be recognised without context. */
const SHORTEST_KEY = 20

/** Somebody saved a page or a response under the key that it was asked with: the path would carry it into every answer. */
export const holdsSecret = (name: string): boolean => name.length >= SHORTEST_KEY && maskSecrets(name).found.length > 0

/** An item's path leads to a secret by the file's name or through a folder of keys. */
export function isSecretPath(path: string): boolean {
  const names = path.split('/')
  return isSecretFile(names.at(-1) ?? '') || names.slice(0, -1).some(isSecretFolder) || names.some(holdsSecret)
}
