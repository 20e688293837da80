import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'
import { isDatabaseUnavailable } from '../http/database-restart'
import { describeServerFault } from '../http/error-log'
import type { Log } from '../log/log'
import { isNode } from './ast'
import { readBodyValues, readUrlArguments } from './body-values'
import { addEmbedHints } from './embed-hints'
import { readEmptyArrays } from './empty-arrays'
import { toDataApiError } from './error-codes'
import { checkFunctionEmbeds, hideOtherSchemas } from './exposed-schema'
import { keepConnected, poolOptions } from '../postgres/pool'
import { checkQuery } from './query-limits'
import { readPatterns } from './patterns'
import { tooLargeResponse } from './response-limit'
import { hookStatements, requestSearch, takePreferences } from './statements'
import { valueFormats } from './value-formats'

/** lite's PostgreSQL connection with the workarounds that need its hooks. */
export function openConnection(url: string, log: Log): PostgresConnection {
  const open = (added: object = {}) =>
    createPostgresConnection({
      url,
      postgresOptions: {
        max: 20,
        ...poolOptions,
        types: valueFormats,
        connection: { search_path: 'public, extensions' },
        ...added,
      },
    })
  const connection = open()
  const pool = keepConnected((added) => open(added).driver)
  connection.driver.reserve = () => pool.reserve()
  connection.close = () => pool.end({ timeout: 1 })
  // Defect 1: the first request would grant everything on every table and override column privileges.
  Reflect.set(connection, 'rlsState', 'active')
  hookStatements(connection)
  hideOtherSchemas(connection)
  const normalize = connection.normalizeDbError.bind(connection)
  connection.normalizeDbError = (error) => {
    const large = tooLargeResponse(error)
    if (large) return large
    const fault = describeServerFault(error)
    if (fault) log(fault, { level: 'error' })
    const explained = toDataApiError(isDatabaseUnavailable(error) ? error : normalize(error))
    return explained instanceof Error ? Object.assign(explained) : normalize(error)
  }
  const prepare = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (ast) => {
    checkQuery(ast)
    takePreferences(ast)
    const cache = await connection.introspect({ useCache: true })
    checkFunctionEmbeds(ast, cache)
    readBodyValues(ast, cache)
    readUrlArguments(ast, requestSearch())
    if (isNode(ast)) readEmptyArrays(ast, cache)
    if ('join' in ast && ast.join) addEmbedHints(ast, cache)
    if ('where' in ast && ast.where) Reflect.set(ast, 'where', readPatterns(ast.where))
    return prepare(ast)
  }
  return connection
}
