import { Box, QueryState } from '@helpdesk/ui'
import type { ComponentType } from 'react'
import { useMailInMail } from '../../api/show-mail'
import type { MailPart } from '../../model/received-mails'
import { UserText } from '../thread/UserText'
import { MailHeaders } from './MailHeaders'
import { MAIL_TEXTS } from './texts'

const SHOWN = ['From', 'To', 'Cc', 'Subject', 'Date']

export interface MailPartsProps {
  mailId: string
  /** The path to the mail that they are in; empty for the received one. */
  path: readonly number[]
  parts: readonly MailPart[]
  title: string
}

interface MailInMailProps {
  mailId: string
  path: readonly number[]
  /** The list that this mail is in. */
  Parts: ComponentType<MailPartsProps>
}

/** A mail in a mail, as text, with its own parts. */
export function MailInMail({ mailId, path, Parts }: MailInMailProps) {
  const mail = useMailInMail(mailId, path)
  return (
    <QueryState query={mail} pendingLabel={MAIL_TEXTS.loading} errorTitle={MAIL_TEXTS.failed}>
      {({ headers, text, files }) => (
        <>
          <MailHeaders headers={headers.filter(({ name }) => SHOWN.includes(name))} />
          <Box marginTop="2">
            <UserText>{text || MAIL_TEXTS.textless}</UserText>
          </Box>
          {files.length > 0 && <Parts mailId={mailId} path={path} parts={files} title={MAIL_TEXTS.files} />}
        </>
      )}
    </QueryState>
  )
}
