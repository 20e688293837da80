import { Box, QueryState } from '@helpdesk/ui'
import { useMailInMail } from '../../api/show-mail'
import { UserText } from '../thread/UserText'
import { MailHeaders } from './MailHeaders'
import { MailParts } from './MailParts'
import { MAIL_TEXTS } from './texts'

const SHOWN = ['From', 'To', 'Cc', 'Subject', 'Date']

/** A mail in a mail, as text, with its own parts. */
export function MailInMail({ mailId, path }: { mailId: string; path: readonly number[] }) {
  const mail = useMailInMail(mailId, path)
  return (
    <QueryState query={mail} pendingLabel={MAIL_TEXTS.loading} errorTitle={MAIL_TEXTS.failed}>
      {({ headers, text, files }) => (
        <>
          <MailHeaders headers={headers.filter(({ name }) => SHOWN.includes(name))} />
          <Box marginTop="2">
            <UserText>{text || MAIL_TEXTS.textless}</UserText>
          </Box>
          {files.length > 0 && (
            <MailParts mailId={mailId} path={path} parts={files} title={MAIL_TEXTS.files} />
          )}
        </>
      )}
    </QueryState>
  )
}
