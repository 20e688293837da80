import {
  Box,
  Button,
  ClockIcon,
  DownloadIcon,
  FileIcon,
  Flex,
  formatBytes,
  IconButton,
  LockIcon,
  MailIcon,
  Text,
} from '@helpdesk/ui'
import { type ComponentType, useId, useState } from 'react'
import type { MailPart } from '../../model/received-mails'
import { MailInMail, type MailPartsProps } from './MailInMail'
import { MAIL_TEXTS } from './texts'
import { useMailDownload } from './use-mail-download'

/** Mails within one another that the function opens. */
const MAX_DEPTH = 5

const icons = { mail: MailIcon, calendar: ClockIcon, encrypted: LockIcon }
const iconOf = (kind = '') =>
  kind === 'mail' || kind === 'calendar' || kind === 'encrypted' ? icons[kind] : FileIcon

interface MailPartItemProps {
  mailId: string
  path: readonly number[]
  part: MailPart
  /** The list that this part is in, for the parts of a mail. */
  Parts: ComponentType<MailPartsProps>
}

/** One part of a mail: its name or title, and buttons to read a mail and to download it. */
export function MailPartItem({ mailId, path, part, Parts }: MailPartItemProps) {
  const { name, size, kind, when, where } = part
  const [isOpen, setOpen] = useState(false)
  const { loading, start } = useMailDownload(mailId, path, name)
  const id = useId()
  const Icon = iconOf(kind)
  const title = part.title || (kind === 'mail' ? MAIL_TEXTS.subjectless : name)
  return (
    <Box
      as="li"
      paddingY="1"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0' }}
    >
      <Flex alignItems="center" gap="2">
        <Icon />
        {/* On a phone the size goes below the name, to leave room for it. */}
        <Flex
          flex="1"
          minWidth="0"
          direction={{ base: 'column', sm: 'row' }}
          alignItems={{ sm: 'baseline' }}
          columnGap="2"
        >
          <Box
            as="span"
            minWidth="0"
            {...(part.title ? { overflowWrap: 'anywhere' } : { truncate: true, title })}
          >
            {title}
          </Box>
          <Box as="span" color="fg.muted" fontSize="sm" whiteSpace="nowrap">
            {formatBytes(size)}
          </Box>
        </Flex>
        {kind === 'mail' && path.length <= MAX_DEPTH && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={isOpen ? MAIL_TEXTS.hideMail(title) : MAIL_TEXTS.showMail(title)}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? MAIL_TEXTS.hide : MAIL_TEXTS.show}
          </Button>
        )}
        <IconButton label={MAIL_TEXTS.download(name)} size="sm" loading={loading} onClick={start}>
          <DownloadIcon size={14} />
        </IconButton>
      </Flex>
      {(when || where) && (
        <Text tone="muted" fontSize="sm" paddingStart="6" overflowWrap="anywhere">
          {[when, where].filter(Boolean).join(' · ')}
        </Text>
      )}
      {isOpen && (
        <Box
          id={id}
          borderStartWidth="2px"
          borderColor="border"
          paddingStart="3"
          marginY="1"
          role="group"
          aria-label={MAIL_TEXTS.mailInMail(title)}
        >
          <MailInMail mailId={mailId} path={path} Parts={Parts} />
        </Box>
      )}
    </Box>
  )
}
