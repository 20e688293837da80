import { Box, Button, Text } from '@helpdesk/ui'
import { useState } from 'react'
import type { MailPart } from '../../model/received-mails'
import { DownloadOriginal } from './DownloadOriginal'
import type { MailPartsProps } from './MailInMail'
import { MailPartItem } from './MailPartItem'
import { MAIL_TEXTS } from './texts'

/** Of more than these, the others are shown on request: a mail may have sixty photos. */
const FIRST = 8

/** Files, mails and invitations of a mail, which are read from its original. */
export function MailParts({ mailId, path, parts, title }: MailPartsProps) {
  const [isOpen, setOpen] = useState(false)
  // One alone takes no more room than the button.
  const isLong = parts.length > FIRST + 1
  return (
    <Box as="section" aria-label={title} marginTop="2">
      <Text tone="muted" fontSize="sm">
        {title}
      </Text>
      <Box as="ul" listStyleType="none" maxWidth="48rem">
        {(isLong && !isOpen ? parts.slice(0, FIRST) : parts).map((part) => (
          <MailPartItem
            key={part.index}
            mailId={mailId}
            path={[...path, part.index]}
            part={part}
            Parts={MailParts}
          />
        ))}
      </Box>
      {isLong && (
        <Button
          size="sm"
          variant="ghost"
          color="fg.muted"
          marginX="-2"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? MAIL_TEXTS.fewerParts : MAIL_TEXTS.moreParts(parts.length - FIRST)}
        </Button>
      )}
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
