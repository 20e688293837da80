import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'

/** The path of a request without what its sender chose: ids, names of files, tokens and queries. */
export type RouteOf = (pathname: string) => string

const api = /^\/(auth|rest|storage|functions|realtime)\/v1(?:\/([^/]*)(?:\/([^/]*))?)?/
/** Words of Auth, Storage, Realtime and the portal's host. */
const fixed = [
  ...['admin', 'authorize', 'callback', 'health', 'logout', 'otp', 'recover', 'resend', 'settings', 'signup'],
  ...['token', 'user', 'users', 'verify', '.well-known', 'audit', 'generate_link', 'rpc', 'websocket'],
  ...['object', 'bucket', 'sign', 'list', 'info', 'authenticated', 'public', 'move', 'copy', 'upload'],
  ...[
    'healthz',
    'readyz',
    'metrics',
    'portal.json',
    'index.html',
    'assets',
    'remotes',
    'mail',
    'oauth',
    'setup',
  ],
]
/** Words that say little without the next one. */
const groups = new Set(['rpc', 'object', 'admin'])

/**
 * Routes for logs and metrics, such as `/rest/v1/rpc/claim_ticket` and `/storage/v1/object/*`. Only known words appear in
 * them, so that neither a secret in a path nor an endless number of paths gets there.
 * @param names - of tables, database functions and server functions
 */
export function createRoutes(names: Iterable<string> = []): RouteOf {
  const words = new Set([...fixed, ...names])
  const known = (word: string) => (words.has(word) ? word : '*')
  return (pathname) => {
    const [, service, first = '', second = ''] = api.exec(pathname) ?? []
    if (service === undefined) {
      const [, word = '', rest] = pathname.split('/')
      return `/${word && known(word)}${word && known(word) !== '*' && rest !== undefined ? '/*' : ''}`
    }
    const route = `/${service}/v1${first && `/${known(first)}`}`
    return second && groups.has(first) ? `${route}/${known(second)}` : route
  }
}

/** The names of what the data API and the functions' host serve. */
export async function readNames(sql: Sql, supabaseDir: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
    union select proname from pg_proc where pronamespace = 'public'::regnamespace`
  const functions = await readdir(join(supabaseDir, 'functions')).catch(() => [])
  return [...rows.map(({ name }) => name), ...functions]
}
