import { timingSafeEquals } from './caller'
import { HttpError } from './http-error'

export interface MailKeys {
  /** RECEIVE_MAIL_SECRET */
  secret: string
  /** MAILGUN_SIGNING_KEY, which signs a field of the form. */
  mailgunKey: string | undefined
}

/**
 * Refuses what `receive-mail` will refuse for its header alone, before a mail of 36 MB is read.
 * @throws HttpError 401
 */
export function checkMailKey({ headers }: Request, { secret, mailgunKey }: MailKeys): void {
  if (headers.has('x-mail-signature')) return
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i
  if (mailgunKey && isForm.test(headers.get('content-type') ?? '')) return
  const encoded = /^basic\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  const pair = Buffer.from(encoded, 'base64').toString('latin1')
  if (timingSafeEquals(pair.slice(pair.indexOf(':') + 1), secret)) return
  throw new HttpError(401, 'not_authorized', 'The request is not signed', { connection: 'close' })
}
