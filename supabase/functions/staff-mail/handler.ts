import { readProject, type ProjectEnvironment } from '../_shared/api-keys.ts'
import { authenticate } from '../_shared/caller.ts'
import { corsHeaders } from '../_shared/cors.ts'
import { HttpError } from '../_shared/http-error.ts'
import { toRecord, toText } from '../_shared/json.ts'
import { logError } from '../_shared/log.ts'
import { loadRemoteImages } from '../_shared/received-mail/html/remote-images.ts'
import { MAX_DEPTH } from '../_shared/received-mail/parts/open-part.ts'
import type { ShownMail } from '../_shared/received-mail/show.ts'
import { storeFiles } from '../_shared/received-mail/parts/store-files.ts'
import {
  openPartTask,
  readMailTask,
  remoteImagesTask,
  showMailTask,
  showPartTask,
} from '../_shared/received-mail/tasks.ts'
import { createServiceApi, ServiceError } from '../_shared/service-api.ts'
import { isRefused, isTimeout, runHere, type RunTask } from '../_shared/task.ts'
import { download, originalName } from './download.ts'

const answer = (status: number, body: unknown) => Response.json(body, { status, headers: corsHeaders })
const failure = (status: number, error: string, code: string) => answer(status, { error, code })
const notFound = () =>
  new HttpError(404, 'mail_not_found', 'The original of this email is no longer available')
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const partNotFound = () => new HttpError(404, 'part_not_found', 'This email has no such part')
const partUnreadable = () =>
  new HttpError(422, 'part_unreadable', 'This part cannot be read here. Download the original instead')
const actions = ['show', 'attach', 'download'] as const

interface Wanted {
  action: (typeof actions)[number]
  mailId: string
  ticketId: string | null
  asNote: boolean
  images: boolean
  /** Path to a part; empty for the mail itself. */
  part: number[]
}

const isPath = (part: unknown): part is number[] =>
  Array.isArray(part) &&
  part.length <= MAX_DEPTH + 1 &&
  part.every((index) => Number.isInteger(index) && index >= 0)

function parseBody(body: unknown): Wanted {
  const { action: asked, mailId, ticketId, asNote = false, images = false, part = [] } = toRecord(body)
  const action = actions.find((each) => each === asked)
  const isTicket = ticketId === null || ticketId === undefined || uuid.test(toText(ticketId))
  const areFlags = typeof asNote === 'boolean' && typeof images === 'boolean'
  if (!action || !uuid.test(toText(mailId)) || !isTicket || !areFlags || !isPath(part))
    throw new HttpError(
      400,
      'bad_request',
      'Send { action: show, attach or download, mailId, ticketId, asNote, images, part }',
    )
  return { action, mailId: toText(mailId), ticketId: toText(ticketId) || null, asNote, images, part }
}

/** A mail that takes too long or cannot be read is shown by its source. */
async function show(raw: Uint8Array, withImages: boolean, run: RunTask): Promise<ShownMail> {
  try {
    const images = withImages
      ? await loadRemoteImages(await run(remoteImagesTask, raw))
      : new Map<string, string>()
    return await run(showMailTask, raw, images)
  } catch (error) {
    if (isRefused(error)) throw error
    if (!isTimeout(error)) console.error(`staff-mail: a mail is shown by its source: ${String(error)}`)
    return run(showMailTask, raw, new Map(), true)
  }
}

/** A part of a mail, or what a task finds at its place. @throws HttpError 404, 422 */
async function ofPart<Found>(found: Promise<Found | undefined>): Promise<Found> {
  const part = await found.catch((error: unknown) => {
    if (isRefused(error)) throw error
    throw partUnreadable()
  })
  if (part === undefined) throw partNotFound()
  return part
}

async function handle(request: Request, env: ProjectEnvironment, run: RunTask): Promise<unknown> {
  const project = readProject(env)
  const { url, publishableKey, secretKey } = project
  if (!url || !publishableKey || !secretKey)
    throw new HttpError(500, 'not_configured', 'SUPABASE_URL and its keys are not set')
  const { token } = await authenticate(request, project)
  const { action, mailId, ticketId, asNote, images, part } = parseBody(
    await request.json().catch(() => undefined),
  )
  // The database judges the caller's rights; the secret key only moves bytes afterwards.
  const caller = createServiceApi(url, publishableKey, token)
  const service = createServiceApi(url, secretKey)
  const filed =
    action === 'attach'
      ? toRecord(
          await caller.rpc('attach_unmatched_mail', {
            mail_id: mailId,
            ticket_id: ticketId,
            as_note: asNote,
          }),
        )
      : {}
  const orNotFound = (error: unknown): never => {
    throw error instanceof ServiceError && error.status === 404 ? notFound() : error
  }
  const load = (path: string) => service.load('mail-originals', path).catch(orNotFound)
  const { path, files, subject } = toRecord(await caller.rpc('mail_original', { mail_id: mailId }))
  if (action === 'attach') {
    if (toText(path))
      await storeFiles(service, mailId, await run(readMailTask, await load(toText(path))), files)
    return filed
  }
  if (!toText(path)) throw notFound()
  if (action === 'download' && part.length === 0) {
    const original = await service.open('mail-originals', toText(path)).catch(orNotFound)
    return download(original.body, originalName(toText(subject)))
  }
  const raw = await load(toText(path))
  if (action === 'download') {
    const { bytes, name } = await ofPart(run(openPartTask, raw, part))
    return download(new Uint8Array(bytes), name)
  }
  return part.length > 0 ? ofPart(run(showPartTask, raw, part)) : show(raw, images, run)
}

/**
 * What staff do with received mails: `{ action: 'show', mailId, images, part }` answers the mail, or the mail in it at that path, as
 * safe HTML and text (`images`: with its remote images, which are loaded here), `{ action: 'download', mailId, part }` the bytes of the
 * original or of a part, `{ action: 'attach',
 * mailId, ticketId, asNote }` files a waiting one, with its files, in a ticket (`asNote`: as a note) or (null) as a new one. Errors are `{ error, code }`.
 */
export async function handler(
  request: Request,
  env: ProjectEnvironment,
  run: RunTask = runHere,
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  try {
    const done = await handle(request, env, run)
    return done instanceof Response ? done : answer(200, done)
  } catch (error) {
    if (isRefused(error)) return failure(503, 'The email cannot be read now', 'try_again')
    if (error instanceof HttpError) return failure(error.status, error.message, error.code)
    if (!(error instanceof ServiceError)) throw error
    const { message, details } = error.details
    if (error.isRule) return failure(error.status, toText(message), toText(details) || 'refused')
    const status = [401, 403, 404].includes(error.status) ? error.status : 503
    if (status === 503) logError(request, `staff-mail: answered ${status}: ${error.message}`)
    return failure(status, 'The email cannot be read now', 'try_again')
  }
}
