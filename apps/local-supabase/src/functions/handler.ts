import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeProtectedHeader } from 'jose'
import { isDatabaseUnavailable } from '../http/database-restart'
import { describeError } from '../http/error-log'
import type { Gateway, Handler } from '../http/types'
import { HttpError } from '../http/http-error'
import { readVerifyJwt } from './config'
import { importFile } from './import-file'
import { createTaskRunner } from './task-runner'

const root = '/functions/v1/'
const mailSettings = new Set(['MAIL_AUTHSERV_ID', 'MAILGUN_SIGNING_KEY', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'])
const functionName = /^[a-z0-9][a-z0-9_-]*$/i

/** The export `handler` of a function's `handler.ts`; the `index.ts` beside it serves it with Deno. */
type FunctionHandler = (
  request: Request,
  env: Record<string, string>,
  run: ReturnType<typeof createTaskRunner>,
) => Response | Promise<Response>

export interface FunctionsHostOptions {
  /** The folder `supabase/` with `config.toml` and `functions/`. */
  supabaseDir?: string
  /** Source of the `AI_*` settings, of those for received mails and of those for signatures. */
  environment?: Record<string, string | undefined>
  /** Other settings (`supabase secrets set`). */
  secrets?: Record<string, string>
  /** Milliseconds until the response is 504. */
  timeout?: number
}

const repositorySupabase = () => resolve(fileURLToPath(import.meta.url), '../../../../../supabase')

const fail = (status: number, code: string, message: string) =>
  Response.json({ code, message, error: message }, { status })

async function loadHandler(file: string): Promise<FunctionHandler> {
  const module: unknown = await importFile(file)
  const handler: unknown =
    typeof module === 'object' && module !== null ? Reflect.get(module, 'handler') : undefined
  if (typeof handler !== 'function') throw new Error(`${file} exports no handler`)
  return (request, env, run) => handler(request, env, run)
}

async function inTime(work: Response | Promise<Response>, milliseconds: number): Promise<Response | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs the Edge Functions of `supabase/functions/<name>/handler.ts` in this process, at `/functions/v1/<name>`, with
 * the environment hosted Supabase gives them.
 */
export function createFunctionsHost(gw: Gateway, options: FunctionsHostOptions = {}): Handler {
  const supabaseDir = options.supabaseDir ?? repositorySupabase()
  const environment = options.environment ?? process.env
  const verifyJwt = readVerifyJwt(join(supabaseDir, 'config.toml'))
  verifyJwt.catch((error: unknown) =>
    gw.log(`functions: config.toml cannot be read: ${String(error)}`, { level: 'error' }),
  )
  const loaded = new Map<string, Promise<FunctionHandler>>()
  const runTask = createTaskRunner({ log: gw.log })

  const env = (): Record<string, string> => {
    const settings = Object.entries(environment).flatMap(([name, value]) =>
      (name.startsWith('AI_') || mailSettings.has(name)) && value !== undefined
        ? [[name, value] as const]
        : [],
    )
    return {
      ...Object.fromEntries(settings),
      ...options.secrets,
      SUPABASE_URL: gw.origin,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: gw.keys.publishable }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: gw.keys.secret }),
    }
  }

  async function handlerOf(name: string): Promise<FunctionHandler | undefined> {
    const file = join(supabaseDir, 'functions', name, 'handler.ts')
    if (!functionName.test(name) || !existsSync(file)) return undefined
    const known = loaded.get(name) ?? loadHandler(file)
    loaded.set(name, known)
    // The next call retries a module that failed to load.
    known.catch(() => loaded.delete(name))
    return known
  }

  /** Hosted projects check with the shared secret alone, and refuse tokens of a key pair (supabase/supabase#42810). */
  async function isSharedSecretToken(request: Request, token: string): Promise<boolean> {
    try {
      await gw.caller(request)
      return decodeProtectedHeader(token).alg === 'HS256'
    } catch {
      return false
    }
  }

  /** @returns the refusal, or undefined for a valid token; as on hosted projects, an API key is not enough */
  async function refuse(request: Request): Promise<Response | undefined> {
    const bearer = request.headers.get('authorization')?.replace(/^bearer\s+/i, '')
    if (!bearer) return fail(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
    return (await isSharedSecretToken(request, bearer))
      ? undefined
      : fail(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT')
  }

  /** Throws 429. The service role is not limited. */
  async function count(request: Request): Promise<void> {
    const claims = await gw.caller(request).catch(() => undefined)
    if (claims?.role === 'service_role') return
    gw.limits.takeAddress('functions', request)
    if (claims?.sub) gw.limits.take('account_functions', claims.sub)
  }

  async function run(request: Request, name: string): Promise<Response> {
    try {
      const handler = await handlerOf(name)
      if (!handler) return fail(404, 'NOT_FOUND', 'Requested function was not found')
      const refusal = (await verifyJwt)(name) ? await refuse(request) : undefined
      if (refusal) return refusal
      await count(request)
      const answer = await inTime(handler(request, env(), runTask), options.timeout ?? 150_000)
      if (answer === 'late') {
        gw.log(`functions: ${name} did not answer in time`, { level: 'error' })
        return fail(504, 'IDLE_TIMEOUT', 'The function did not answer in time')
      }
      return answer
    } catch (error) {
      if (error instanceof HttpError && error.status === 429) {
        const refusal = fail(429, 'RATE_LIMIT', 'Too many requests')
        refusal.headers.set('retry-after', error.headers['retry-after'] ?? '1')
        return refusal
      }
      if (isDatabaseUnavailable(error)) throw error
      gw.log(`functions: ${name} failed: ${describeError(error)}`, { level: 'error' })
      return fail(500, 'WORKER_ERROR', 'Internal Server Error')
    }
  }

  return async (request, url) => {
    if (!url.pathname.startsWith(root)) return undefined
    return run(request, url.pathname.slice(root.length).split('/')[0] ?? '')
  }
}
