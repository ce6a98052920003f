/** Words of programming and the short forms in which programs write them, by what is spoken. */
export const shortForms =
  'address addr|application app|argument arg|array arr|asynchronous async|attribute attr|authentication auth|' +
  'average avg|boolean bool|buffer buf|button btn|calculate calc|character char|column col|command cmd|' +
  'concatenate concat|configuration config|connection conn|context ctx|coordinate coord|database db|' +
  'declaration decl|definition def|delete del|delimiter delim|destination dst dest|dictionary dict|difference diff|' +
  'directory dir|document doc|environment env|error err|execute exec|expression expr|function func fn|generate gen|' +
  'image img|implementation impl|index idx|information info|initialize init|integer int|iterate iter|iterator iter|' +
  'length len|library lib|manager mgr|maximum max|memory mem|message msg|minimum min|number num|object obj|' +
  'package pkg|parameter param|password pwd|pointer ptr|position pos|previous prev|process proc|reference ref|' +
  'remove rm|repository repo|request req|response resp|separator sep|sequence seq|source src|specification spec|' +
  'standard std|statistics stats|string str|synchronous sync|temporary tmp temp|timestamp ts|user usr|utility util|' +
  'value val|variable var|version ver|window win'

/**
 * Names of one thing that people use for each other, in both directions: a question with one finds passages with the
 * other. Only names that stand for little else: `py` next to `python` lost a tenth of a set of questions about Python.
 */
export const sameNames =
  'javascript js|typescript ts|kubernetes k8s|internationalization i18n|internationalisation i18n|localization l10n|' +
  'localisation l10n|accessibility a11y|observability o11y|interoperability i14y|postgresql postgres|mongodb mongo|' +
  'webassembly wasm|graphql gql|golang go|powershell pwsh|authentication authn|authorization authz|' +
  'authorisation authz|regex regexp'
