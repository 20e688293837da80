import { StartError } from '../start-error'

/** The parts of a project that a real server may serve. */
export type ServerName = 'rest' | 'auth' | 'storage' | 'realtime'

/** Addresses of real servers; parts without one are served by this process. */
export type Servers = Partial<Record<ServerName, string>>

export const serverVariables: Record<ServerName, string> = {
  rest: 'HELPDESK_DATA_API_URL',
  auth: 'HELPDESK_AUTH_URL',
  storage: 'HELPDESK_STORAGE_URL',
  realtime: 'HELPDESK_REALTIME_URL',
}

export const serverNames = ['rest', 'auth', 'storage', 'realtime'] as const

/** @throws StartError for an address that is none of an HTTP server */
export function readServers(env: NodeJS.ProcessEnv): Servers {
  const servers: Servers = {}
  for (const name of serverNames) {
    const variable = serverVariables[name]
    const value = env[variable]?.trim()
    if (!value) continue
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
      throw new StartError(`${variable} must look like http://127.0.0.1:9999, not "${value}".`)
    servers[name] = value.replace(/(?<!\/)\/+$/, '')
  }
  return servers
}
