import { readProject, type ProjectEnvironment } from '../_shared/api-keys.ts'
import { authenticate } from '../_shared/caller.ts'
import { corsHeaders } from '../_shared/cors.ts'
import { failedStatus, HttpError } from '../_shared/http-error.ts'
import { toRecord, toText } from '../_shared/json.ts'
import { logError } from '../_shared/log.ts'
import { AUTOMATIC_HEADERS, checkedAddress, oneLine, renderMailHtml } from '../_shared/mail-html.ts'
import { unnamedWorkspace } from '../_shared/mail-texts.ts'
import { ServiceError } from '../_shared/service-api.ts'
import * as texts from './texts.ts'
import { createMailer, mailError, type DkimEnvironment, type OutgoingMail } from '../_shared/smtp.ts'

/** Environment variables. */
export interface Environment extends ProjectEnvironment, DkimEnvironment {
  SMTP_URL?: string
  MAIL_FROM?: string
}

/** An admin waits for the answer, and learns from it that the server is slow. */
const GREETING_PATIENCE = 45_000

interface Test {
  recipient: string
  name: string
  workspace: string
  replyTo: string
}

const json = (status: number, body: Record<string, unknown>) =>
  Response.json(body, { status, headers: { ...corsHeaders, 'Cache-Control': 'no-store' } })
const failure = (status: number, error: string, code: string) => json(status, { error, code })

/** Whom the caller may test: only the own address. @throws HttpError for everybody but admins */
async function startTest(url: string, apikey: string, authorization: string): Promise<Test> {
  const response = await fetch(`${url}/rest/v1/rpc/start_mail_test`, {
    method: 'POST',
    headers: { apikey, authorization, 'content-type': 'application/json' },
    body: '{}',
  })
  const body = toRecord(await response.json().catch(() => undefined))
  if (response.status === 401) throw new HttpError(401, 'not_authenticated', 'Not authenticated')
  if (toText(body.details) === 'admin_required')
    throw new HttpError(403, 'admin_required', toText(body.message))
  if (!response.ok)
    throw new HttpError(failedStatus(response.status), 'mail_test_failed', 'The test could not be started')
  return {
    recipient: toText(body.recipient),
    name: toText(body.name),
    workspace: oneLine(toText(body.workspace)) || unnamedWorkspace,
    replyTo: toText(body.reply_to),
  }
}

function testMail({ recipient, name, workspace, replyTo }: Test): OutgoingMail {
  const title = texts.title(workspace)
  const sentences = [texts.canSend, replyTo ? texts.answersGoTo(replyTo) : texts.noAddress]
  return {
    to: { name: oneLine(name), address: checkedAddress(recipient) },
    fromName: workspace,
    ...(replyTo && { replyTo: { name: workspace, address: checkedAddress(replyTo) } }),
    subject: title,
    text: [...sentences, ''].join('\n\n'),
    html: renderMailHtml({ title, above: [], below: sentences, footer: [] }),
    headers: AUTOMATIC_HEADERS,
  }
}

/**
 * Sends a mail to the calling admin and tells what the mail server answered.
 *
 * Takes POST and a bearer token. Answers `{ ok, recipient, sender, server, response | error }`, also when the mail server
 * refuses the mail; or `{ error, code }` with status 401, 403, 405, 500, 502 or 503.
 */
export async function handler(request: Request, env: Environment): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  const project = readProject(env)
  const { SMTP_URL: smtp, MAIL_FROM: from } = env
  if (!project.url || !project.publishableKey)
    return failure(500, 'SUPABASE_URL and its key are not set', 'not_configured')
  try {
    const { token } = await authenticate(request, project)
    const test = await startTest(project.url, project.publishableKey, `Bearer ${token}`)
    if (!smtp || !from) return failure(500, 'SMTP_URL and MAIL_FROM must be set', 'mail_not_configured')
    const mailer = createMailer(smtp, from, 1, env, GREETING_PATIENCE)
    // Never the user and the password of the URL.
    const about = { recipient: test.recipient, sender: mailer.sender, server: new URL(smtp).host }
    try {
      await mailer.verify()
      return json(200, { ok: true, ...about, response: await mailer.send(testMail(test)) })
    } catch (reason) {
      return json(200, { ok: false, ...about, error: mailError(reason).message.slice(0, 500) })
    } finally {
      mailer.close()
    }
  } catch (error) {
    if (error instanceof HttpError) return failure(error.status, error.message, error.code)
    logError(request, `test-mail: ${error instanceof Error ? error.message : String(error)}`)
    const status = failedStatus(error instanceof ServiceError ? error.status : undefined)
    return failure(status, 'The test could not be started', 'mail_test_failed')
  }
}
