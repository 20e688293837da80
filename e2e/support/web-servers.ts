import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Addresses of a deployed portal, and the folder with its files. */
export interface Site {
  folder: string
  /** Origin of the portal. */
  portal: URL
  /** Origins of the hosts for remotes. */
  remotes: URL[]
  /** Address of the backend behind the portal's origin. */
  backend: URL
}

export interface WebServer {
  name: 'nginx' | 'caddy'
  /** Encoding of a script for a browser that accepts gzip and Brotli. */
  best: 'br' | 'gzip'
  /** Starts the server in the foreground. Its configuration includes the files of `hosting/` unchanged. */
  start: (site: Site, prefix: string) => { command: string; args: string[]; env?: NodeJS.ProcessEnv }
}

const hosting = fileURLToPath(new URL('../../libs/remote-contract/hosting', import.meta.url))
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
const isRoot = process.getuid?.() === 0

export const nginx: WebServer = {
  name: 'nginx',
  best: existsSync(BROTLI) ? 'br' : 'gzip',
  start(site, prefix) {
    cpSync(join(hosting, 'nginx'), join(prefix, 'helpdesk'), { recursive: true })
    writeFileSync(join(prefix, 'helpdesk/csp.conf'), policy(site, 'nginx'))
    const brotli = existsSync(BROTLI)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const config = `
      daemon off;
      pid nginx.pid;
      ${isRoot ? 'user root;' : ''}
      ${brotli ? `load_module ${BROTLI};` : ''}
      events {}
      http {
        access_log off;
        ${temporary.map((name) => `${name}_temp_path ${prefix}/${name};`).join('\n')}
        ${brotli ? 'brotli_static on;' : ''}
        upstream helpdesk_backend { server ${site.backend.host}; keepalive 16; }
        server {
          listen ${site.portal.host};
          root ${site.folder};
          include helpdesk/backend.conf;
          include helpdesk/portal.conf;
        }
        ${site.remotes
          .map(({ host }) => `server { listen ${host}; root ${site.folder}; include helpdesk/remotes.conf; }`)
          .join('\n')}
      }`
    writeFileSync(join(prefix, 'nginx.conf'), config)
    return {
      command: findCommand('nginx') ?? '',
      args: ['-p', prefix, '-c', join(prefix, 'nginx.conf'), '-e', 'stderr'],
    }
  },
}

export const caddy: WebServer = {
  name: 'caddy',
  best: 'br',
  start(site, prefix) {
    cpSync(join(hosting, 'caddy/helpdesk.caddy'), join(prefix, 'helpdesk.caddy'))
    writeFileSync(join(prefix, 'csp.caddy'), policy(site, 'caddy'))
    const config = `
      {
        admin off
        auto_https off
      }
      import helpdesk.caddy
      ${site.portal.origin} {
        root * ${site.folder}
        import portal
      }
      ${site.remotes.map(({ origin }) => origin).join(' ')} {
        root * ${site.folder}
        import remotes
      }`
    writeFileSync(join(prefix, 'Caddyfile'), config)
    return {
      command: findCommand('caddy') ?? '',
      args: ['run', '--config', join(prefix, 'Caddyfile')],
      env: { HELPDESK_BACKEND: site.backend.host, HOME: prefix },
    }
  },
}

/** Debian installs servers where a user's PATH does not lead. */
export function findCommand(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** An address on 127.0.0.1 that was free a moment ago. */
export async function freeAddress(): Promise<URL> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return new URL(`http://127.0.0.1:${port}`)
}

/** Runs a script of the workspace and returns what it prints. */
export function runScript(script: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  return execFileSync(process.execPath, ['--import', 'tsx', join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
}

function policy(site: Site, format: WebServer['name']): string {
  const args = ['--to', site.folder, '--origin', site.portal.origin, '--format', format]
  return runScript('libs/remote-contract/hosting/print-csp.ts', args)
}

/** Starts a web server and waits until it answers. @returns a function that stops it */
export async function startWebServer(
  server: WebServer,
  site: Site,
  prefix: string,
): Promise<() => Promise<void>> {
  mkdirSync(prefix)
  const { command, args, env } = server.start(site, prefix)
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  for (const { port } of [site.portal, ...site.remotes])
    while (!(await answers(Number(port)))) {
      if (child.exitCode !== null) throw new Error(`${server.name} ended with ${child.exitCode}:\n${errors}`)
      await pause(50)
    }
  return async () => {
    child.kill('SIGTERM')
    await exited
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
