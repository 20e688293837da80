// Only Node's own modules: `npm run dev` reads this before anything is installed.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the apps. */
export const APPS = fileURLToPath(new URL('../../../apps', import.meta.url))

/**
 * Names of the remotes of a checkout, sorted: the folders with a `remote.config.ts`.
 * @param {string} [apps]
 */
export function remoteNames(apps = APPS) {
  return readdirSync(apps)
    .filter((name) => existsSync(`${apps}/${name}/remote.config.ts`))
    .sort()
}

export const HOST = '127.0.0.1'

/** Port of the embedded backend; the development servers have those after it. */
export const BACKEND_PORT = Number(process.env['PORT']?.trim() || 4200)

/** Address of the embedded backend. */
export const BACKEND = `http://${HOST}:${BACKEND_PORT}`

/**
 * Ports of the development servers by app, the shell's first.
 * @type {Record<string, number> & { shell: number }}
 */
export const DEV_PORTS = {
  shell: BACKEND_PORT + 1,
  ...Object.fromEntries(remoteNames().map((name, index) => [name, BACKEND_PORT + 2 + index])),
}
