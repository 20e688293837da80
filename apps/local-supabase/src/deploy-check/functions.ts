import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  ask,
  codeOf,
  authHeaders,
  missing,
  ok,
  unknown,
  type Answer,
  type Finding,
  type Target,
} from './project'

const settings = 'supabase secrets set --env-file supabase/functions/.env'
const refusal = z.object({ code: z.string(), message: z.string() })
const waiting = z.array(z.object({ created_at: z.string() }))
/** Several intervals of a cron job that runs each minute. */
const OVERDUE_MINUTES = 10

/** The answer to a call without a session, which an existing function refuses. */
function callWithoutSession(target: Target, name: string): Promise<Answer> {
  const headers = { apikey: target.publishableKey, 'content-type': 'application/json' }
  return ask(`${target.url}/functions/v1/${name}`, { method: 'POST', headers, body: '{}' })
}

/** The refusal is the platform's own: the function was not asked. */
const isPlatformRefusal = ({ status, body }: Answer) => status === 401 && !codeOf(body).startsWith('not_auth')

/** Reports mails that will not be sent. */
async function checkFailedMails(target: Target, key: string): Promise<Finding[]> {
  const lost = `notification_outbox?select=created_at&sent_at=is.null&dropped_at=not.is.null&attempts=gt.0&limit=1000`
  const { body } = await ask(`${target.url}/rest/v1/${lost}`, { headers: authHeaders(key) })
  const count = waiting.safeParse(body).data?.length ?? 0
  return count > 0
    ? [unknown(`Mails that failed for good: ${count}`, 'Settings → Email → Outbox names the reason of each.')]
    : []
}

/** Runs what the sender calls for each mail; the database undoes it. */
async function checkSending(target: Target, key: string): Promise<Finding[]> {
  const { status, body } = await ask(`${target.url}/rest/v1/rpc/check_sending`, {
    method: 'POST',
    headers: { ...authHeaders(key), 'content-type': 'application/json' },
    body: '{}',
  })
  if (status < 300) return []
  const { code, message } = refusal.safeParse(body).data ?? {}
  return code === 'PGRST202'
    ? [missing('The database is older than this check', 'supabase db push --remote')]
    : [
        missing(
          `No mail can be sent: ${code} ${message} (${status})`,
          'supabase db push --remote; check --secret-key.',
        ),
      ]
}

/** Checks whether mails are sent. Calls the function only with an empty outbox, so that this check sends no mail. */
async function checkMails(target: Target, key: string): Promise<Finding[]> {
  const failed = await checkSending(target, key)
  if (failed.length > 0) return failed
  const due = `notification_outbox?select=created_at&sent_at=is.null&dropped_at=is.null&order=created_at&limit=1`
  const { body } = await ask(`${target.url}/rest/v1/${due}`, { headers: authHeaders(key) })
  const rows = waiting.safeParse(body).data
  if (!rows) return [unknown('The outbox of notifications cannot be read', 'Check --secret-key.')]
  const [oldest] = rows
  if (oldest) {
    const minutes = Math.floor((Date.now() - Date.parse(oldest.created_at)) / 60_000)
    return minutes > OVERDUE_MINUTES
      ? [
          missing(
            `Mails wait for ${minutes} minutes`,
            'Schedule send-notifications: supabase/functions/README.md',
          ),
        ]
      : [unknown('Mails wait to be sent', 'Run this again in a few minutes.')]
  }
  const sent = await ask(`${target.url}/functions/v1/send-notifications`, {
    method: 'POST',
    headers: { ...authHeaders(key), 'content-type': 'application/json' },
    body: '{}',
  })
  if (codeOf(sent.body) === 'not_configured')
    return [missing('SMTP_URL, MAIL_FROM or PORTAL_URL of the functions', settings)]
  return sent.status === 200
    ? [ok('Notifications can be sent, and none waits')]
    : [
        missing(
          `send-notifications answers ${sent.status}`,
          'Read its log in the dashboard; check --secret-key.',
        ),
      ]
}

/** Checks that each function is deployed, and its settings as far as they are visible. */
export async function checkFunctions(target: Target): Promise<Finding[]> {
  const folders = await readdir(join(target.supabaseDir, 'functions'), { withFileTypes: true })
  const names = folders
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
  const absent: string[] = []
  const guarded: string[] = []
  for (const name of names.sort()) {
    const answer = await callWithoutSession(target, name)
    if (answer.status === 404) absent.push(name)
    else if (isPlatformRefusal(answer)) guarded.push(name)
  }
  if (absent.length > 0) return [missing(`Functions: ${absent.join(', ')}`, 'supabase functions deploy')]
  if (guarded.length > 0)
    return [
      missing(
        `Functions with verify_jwt on, which refuses everybody whose token a signing key signed: ${guarded.join(', ')}`,
        'supabase functions deploy, without a flag: config.toml turns verify_jwt off',
      ),
    ]
  const all = ok(`All ${names.length} functions are deployed and check tokens themselves`)
  if (!target.secretKey) return [all, unknown('Settings of the functions', 'Add --secret-key to check them.')]
  const model = unknown(
    'The assistant’s model cannot be seen; without one it answers by rules',
    'supabase secrets list',
  )
  return [
    all,
    ...(await checkMails(target, target.secretKey)),
    ...(await checkFailedMails(target, target.secretKey)),
    model,
  ]
}
