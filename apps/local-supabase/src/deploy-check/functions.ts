import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ask, codeOf, keyed, missing, ok, unknown, type Finding, type Target } from './project'

const settings = 'supabase secrets set --env-file supabase/functions/.env'
const waiting = z.array(z.object({ created_at: z.string() }))
/** A cron job of one minute has had its turn several times. */
const PATIENCE_MINUTES = 10

async function isDeployed(target: Target, name: string): Promise<boolean> {
  // Without a session: a function that exists refuses before it does anything.
  const headers = { apikey: target.publishableKey, 'content-type': 'application/json' }
  const { status } = await ask(`${target.url}/functions/v1/${name}`, { method: 'POST', headers, body: '{}' })
  return status !== 404
}

/** The sender takes a mail so many times. */
const ATTEMPTS = 5

/** Mails that the sender never takes again. */
async function givenUp(target: Target, key: string): Promise<Finding[]> {
  const lost = `notification_outbox?select=created_at&sent_at=is.null&attempts=gte.${ATTEMPTS}&limit=1000`
  const { body } = await ask(`${target.url}/rest/v1/${lost}`, { headers: keyed(key) })
  const count = waiting.safeParse(body).data?.length ?? 0
  return count > 0
    ? [unknown(`Mails that were given up: ${count}`, 'Read the column error of notification_outbox.')]
    : []
}

/** Whether mails leave. Calls the sender only while nothing waits, so that this check mails nobody. */
async function checkMails(target: Target, key: string): Promise<Finding[]> {
  const due = `notification_outbox?select=created_at&sent_at=is.null&attempts=lt.${ATTEMPTS}&order=created_at&limit=1`
  const { body } = await ask(`${target.url}/rest/v1/${due}`, { headers: keyed(key) })
  const rows = waiting.safeParse(body).data
  if (!rows) return [unknown('The outbox of notifications cannot be read', 'Check --secret-key.')]
  const [oldest] = rows
  if (oldest) {
    const minutes = Math.floor((Date.now() - Date.parse(oldest.created_at)) / 60_000)
    return minutes > PATIENCE_MINUTES
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
    headers: { ...keyed(key), 'content-type': 'application/json' },
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

/** Each function is deployed, and as far as it can be seen has its settings. */
export async function checkFunctions(target: Target): Promise<Finding[]> {
  const folders = await readdir(join(target.supabaseDir, 'functions'), { withFileTypes: true })
  const names = folders
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
  const absent: string[] = []
  for (const name of names.sort()) if (!(await isDeployed(target, name))) absent.push(name)
  if (absent.length > 0) return [missing(`Functions: ${absent.join(', ')}`, 'supabase functions deploy')]
  const all = ok(`All ${names.length} functions are deployed`)
  if (!target.secretKey) return [all, unknown('Settings of the functions', 'Add --secret-key to check them.')]
  const model = unknown(
    'The assistant’s model cannot be seen; without one it answers by rules',
    'supabase secrets list',
  )
  return [
    all,
    ...(await checkMails(target, target.secretKey)),
    ...(await givenUp(target, target.secretKey)),
    model,
  ]
}
