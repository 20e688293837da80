import { z } from 'zod'
import { ask, authHeaders, missing, ok, unknown, type Finding, type Target } from './project'

const guide = 'supabase/hosting.md, “Mails to the workspace”'
const settingsSchema = z.object({ secret: z.boolean(), host: z.boolean(), mailgun: z.boolean() })
const addressesSchema = z.array(z.object({ address: z.string() }))

/** Whether mails to the workspace can be delivered, and their senders recognised. A workspace without an address needs neither. */
export async function checkReceivedMail(target: Target): Promise<Finding[]> {
  const { secretKey: key } = target
  if (!key) return [unknown('Mails to the workspace', 'Add --secret-key to check them.')]
  const get = async (path: string) => (await ask(`${target.url}/${path}`, { headers: authHeaders(key) })).body
  const addresses = addressesSchema.safeParse(
    await get(
      'rest/v1/mail_addresses?is_active=is.true&kind=eq.support&select=address&order=address&limit=100',
    ),
  ).data
  const settings = settingsSchema.safeParse(await get('functions/v1/receive-mail')).data
  if (!addresses || !settings)
    return [
      unknown(
        'The settings of received mails cannot be read',
        'Check --secret-key, and deploy receive-mail.',
      ),
    ]
  const [first] = addresses
  if (!first && !settings.secret)
    return [unknown('The workspace receives no mails', `To change that: ${guide}`)]
  return [
    first
      ? ok(`The workspace reads mails to ${addresses.map(({ address }) => address).join(', ')}`)
      : missing('An address of the workspace', 'Add it in the portal: Settings → Email → Add address'),
    settings.secret
      ? ok('Mails to the workspace can be delivered')
      : missing('RECEIVE_MAIL_SECRET of the functions', guide),
    settings.host
      ? ok('A receiving host is named whose checks of senders count')
      : unknown(
          'MAIL_AUTHSERV_ID is not set: without it only SES proves who sent a mail',
          `Staff cannot answer by mail, and numbers in subjects are not believed: ${guide}`,
        ),
  ]
}
