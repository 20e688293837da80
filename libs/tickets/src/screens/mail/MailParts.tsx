import { Box, Text } from '@helpdesk/ui'
import type { MailPart } from '../../model/received-mails'
import { DownloadOriginal } from './DownloadOriginal'
import { MailPartItem } from './MailPartItem'
import { MAIL_TEXTS } from './texts'

interface MailPartsProps {
  mailId: string
  /** The path to the mail that they are in; empty for the received one. */
  path: readonly number[]
  parts: readonly MailPart[]
  title: string
}

/** Files, mails and invitations of a mail, which are read from its original. */
export function MailParts({ mailId, path, parts, title }: MailPartsProps) {
  return (
    <Box as="section" aria-label={title} marginTop="2">
      <Text tone="muted" fontSize="sm">
        {title}
      </Text>
      <Box as="ul" listStyleType="none" maxWidth="48rem">
        {parts.map((part) => (
          <MailPartItem key={part.index} mailId={mailId} path={[...path, part.index]} part={part} />
        ))}
      </Box>
    </Box>
  )
}

/** The parts of a received mail that are no files of the ticket, and the mail itself. */
export const OtherParts = ({ mailId, parts }: { mailId: string; parts: readonly MailPart[] }) => (
  <>
    <MailParts mailId={mailId} path={[]} parts={parts} title={MAIL_TEXTS.parts} />
    <DownloadOriginal mailId={mailId} />
  </>
)
