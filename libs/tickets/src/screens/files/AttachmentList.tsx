import { useAuth, useRole } from '@helpdesk/auth'
import {
  Box,
  DownloadIcon,
  EyeIcon,
  FileIcon,
  Flex,
  formatBytes,
  IconButton,
  toast,
  TrashIcon,
} from '@helpdesk/ui'
import { useState } from 'react'
import { inChosenOrder } from '../../model/attachments'
import { withImages } from '../../model/mail-images'
import { getDownloadUrl } from '../../api/download-attachment'
import { failureText } from '../../model/errors'
import { previewKind } from '../../model/previews'
import { canDeleteAttachment } from '../../model/attachment-rights'
import type { Attachment } from '../../model/rows'
import { useFiles } from './files-context'
import { InlineImages } from './InlineImages'
import * as texts from './texts'

/** The files of the ticket itself. */
export function AttachmentList({ attachments: own, mailText }: AttachmentItemsProps) {
  if (own.length === 0) return null
  return (
    <Box as="section" aria-label={texts.attachments}>
      <AttachmentItems attachments={own} mailText={mailText} />
    </Box>
  )
}

interface AttachmentItemsProps {
  attachments: readonly Attachment[]
  /** Text of the received mail that shows some of the pictures in place. */
  mailText?: string | undefined
}

/** Pictures inline, and a list of files with buttons to preview, download and, if permitted, delete each. */
export function AttachmentItems({ attachments, mailText = '' }: AttachmentItemsProps) {
  if (attachments.length === 0) return null
  const files = inChosenOrder(attachments)
  const inText = withImages(mailText, files).map((part) => part.kind === 'image' && part.image)
  return (
    <>
      <InlineImages
        images={files.filter((file) => previewKind(file) === 'image' && !inText.includes(file))}
      />
      <Box as="ul" aria-label={texts.files} listStyleType="none" marginTop="2" maxWidth="48rem">
        {files.map((attachment) => (
          <AttachmentRow key={attachment.id} attachment={attachment} />
        ))}
      </Box>
    </>
  )
}

/** Downloads a file under its own name, through a link that expires after a minute. */
async function download(attachment: Attachment): Promise<void> {
  try {
    const link = document.createElement('a')
    link.href = await getDownloadUrl(attachment)
    link.download = attachment.file_name
    link.click()
  } catch (error) {
    const description = failureText(error)
    toast({ type: 'error', title: texts.downloadFailed(attachment.file_name), description })
  }
}

function AttachmentRow({ attachment }: { attachment: Attachment }) {
  const { user } = useAuth()
  const role = useRole()
  const { preview, remove } = useFiles()
  const name = attachment.file_name
  // Pictures are opened by the picture itself.
  const hasPreview = !['none', 'image'].includes(previewKind(attachment))
  return (
    <Flex
      as="li"
      alignItems="center"
      gap="2"
      paddingY="1"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0' }}
    >
      <FileIcon />
      {/* On a phone the size goes below the name, to leave room for it. */}
      <Flex
        flex="1"
        minWidth="0"
        direction={{ base: 'column', sm: 'row' }}
        alignItems={{ sm: 'baseline' }}
        columnGap="2"
      >
        <Box as="span" minWidth="0" truncate title={name}>
          {name}
        </Box>
        <Box as="span" color="fg.muted" fontSize="sm" whiteSpace="nowrap">
          {formatBytes(attachment.file_size)}
        </Box>
      </Flex>
      {hasPreview && (
        <IconButton label={texts.preview(name)} size="sm" onClick={() => preview(attachment)}>
          <EyeIcon size={14} />
        </IconButton>
      )}
      <DownloadButton attachment={attachment} />
      {canDeleteAttachment(user && role ? { id: user.id, role } : null, attachment) && (
        <IconButton label={texts.removeFile(name)} size="sm" onClick={() => remove(attachment)}>
          <TrashIcon size={14} />
        </IconButton>
      )}
    </Flex>
  )
}

/** Downloads a file. The preview dialog uses it too. */
export function DownloadButton({ attachment }: { attachment: Attachment }) {
  const [loading, setLoading] = useState(false)
  return (
    <IconButton
      label={texts.download(attachment.file_name)}
      size="sm"
      loading={loading}
      onClick={() => {
        setLoading(true)
        void download(attachment).finally(() => setLoading(false))
      }}
    >
      <DownloadIcon size={14} />
    </IconButton>
  )
}
