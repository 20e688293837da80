import { Box, Button, DownloadIcon, FileIcon, Flex, formatBytes, Heading, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { attachmentUrl } from '../../data-access/attachments'
import { failureText } from '../../model/errors'
import type { Attachment } from '../../model/rows'

/** The files of a ticket; nothing when there are none. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <Box as="section" aria-label="Attachments">
      <Heading size="sm">Attachments</Heading>
      <Box as="ul" listStyleType="none" marginTop="2">
        {attachments.map((attachment) => (
          <AttachmentRow key={attachment.id} attachment={attachment} />
        ))}
      </Box>
    </Box>
  )
}

function AttachmentRow({ attachment }: { attachment: Attachment }) {
  const [loading, setLoading] = useState(false)

  async function download() {
    setLoading(true)
    try {
      // A link made now and good for a minute: nothing lasting lies in the page.
      const link = document.createElement('a')
      link.href = await attachmentUrl(attachment)
      link.download = attachment.file_name
      link.click()
    } catch (error) {
      const description = failureText(error)
      toast({ type: 'error', title: `${attachment.file_name} could not be downloaded`, description })
    } finally {
      setLoading(false)
    }
  }

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
      <Box as="span" flex="1" minWidth="0" truncate title={attachment.file_name}>
        {attachment.file_name}
      </Box>
      <Box as="span" color="fg.muted" fontSize="sm" whiteSpace="nowrap">
        {formatBytes(attachment.file_size)}
      </Box>
      <Button
        variant="ghost"
        size="sm"
        loading={loading}
        onClick={() => void download()}
        aria-label={`Download ${attachment.file_name}`}
      >
        <DownloadIcon size={14} />
        Download
      </Button>
    </Flex>
  )
}
