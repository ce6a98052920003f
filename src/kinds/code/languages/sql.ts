import { readSql } from '../reading/plain/sql.ts'
import type { LanguageRules } from './rules.ts'

export const sql: LanguageRules = {
  name: 'sql',
  extensions: ['.sql', '.ddl', '.psql', '.pgsql', '.mysql', '.plsql', '.pls', '.pks', '.pkb', '.tsql'],
  declarations: {},
  transparent: [],
  imports: {},
  comments: [],
  read: readSql,
}
