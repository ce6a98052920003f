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
