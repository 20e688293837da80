import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { isDatabaseAway } from '../http/lost-database'
import { tellFault } from '../http/tell'
import { preferDirectKeys } from './direct-embeds'
import { explainError } from './error-codes'
import { reconnectSoon } from '../postgres/reconnect'
import { checkQuery } from './query-limits'
import { unquotePatterns } from './quoted-patterns'
import { limitResponses, tooLargeResponse } from './response-limit'
import { valueFormats } from './value-formats'

/** lite's PostgreSQL connection with the corrections that have to sit inside it. */
export function openConnection(url: string, log: (line: string) => void): PostgresConnection {
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: 20,
      backoff: reconnectSoon,
      types: valueFormats,
      onnotice: () => {},
      connection: { search_path: 'public, extensions' },
    },
  })
  // Defect 1: its first request would grant everything on every table and undo column privileges.
  Reflect.set(connection, 'rlsState', 'active')
  limitResponses(connection)
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => {
    const large = tooLargeResponse(error)
    if (large) return large
    const fault = tellFault(error)
    if (fault) log(fault)
    const explained = explainError(isDatabaseAway(error) ? error : normalize(error))
    return explained instanceof Error ? Object.assign(explained) : normalize(error)
  }
  const prepare = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (ast) => {
    checkQuery(ast)
    if ('join' in ast && ast.join) preferDirectKeys(ast, await connection.introspect({ useCache: true }))
    if ('where' in ast && ast.where) Reflect.set(ast, 'where', unquotePatterns(ast.where))
    return prepare(ast)
  }
  return connection
}
