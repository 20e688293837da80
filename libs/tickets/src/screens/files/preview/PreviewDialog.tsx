import {
  ArrowLeftIcon,
  ArrowRightIcon,
  Box,
  Button,
  Dialog,
  Flex,
  IconButton,
  MinusIcon,
  PlusIcon,
  Text,
  VisuallyHidden,
} from '@helpdesk/ui'
import { useState, type KeyboardEvent } from 'react'
import { nextZoom, previewKind } from '../../../model/previews'
import type { Attachment } from '../../../model/rows'
import { DownloadButton } from '../AttachmentList'
import { PreviewContent } from './PreviewContent'
import * as texts from './texts'

interface PreviewDialogProps {
  /** Files that the arrow keys move through. */
  attachments: readonly Attachment[]
  shown: Attachment
  onShow: (attachment: Attachment) => void
  onClose: () => void
}

/** Previews the files of a ticket. No uploaded content is executed. */
export function PreviewDialog({ attachments, shown, onShow, onClose }: PreviewDialogProps) {
  const [zoom, setZoom] = useState(1)
  const position = attachments.findIndex(({ id }) => id === shown.id)
  const kind = previewKind(shown)
  const canZoom = kind === 'image' || kind === 'pdf'

  function move(step: 1 | -1) {
    const next = attachments[position + step]
    if (!next) return
    setZoom(1)
    onShow(next)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') move(-1)
    else if (event.key === 'ArrowRight') move(1)
    else if (event.key === '+' || event.key === '=') setZoom(nextZoom(zoom, 1))
    else if (event.key === '-') setZoom(nextZoom(zoom, -1))
    else if (event.key === '0') setZoom(1)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      size="full"
      lightDismiss
      title={shown.file_name}
      onClose={onClose}
      onKeyDown={onKeyDown}
      tools={<DownloadButton attachment={shown} />}
    >
      <Flex alignItems="center" justifyContent="space-between" gap="2" wrap="wrap">
        <Flex alignItems="center" gap="1">
          <IconButton label={texts.previousFile} disabled={position <= 0} onClick={() => move(-1)}>
            <ArrowLeftIcon />
          </IconButton>
          <Text as="span" tone="muted" aria-live="polite">
            {texts.placeOf(position + 1, attachments.length)}
            <VisuallyHidden>: {shown.file_name}</VisuallyHidden>
          </Text>
          <IconButton
            label={texts.nextFile}
            disabled={position >= attachments.length - 1}
            onClick={() => move(1)}
          >
            <ArrowRightIcon />
          </IconButton>
        </Flex>
        {canZoom && (
          <Flex alignItems="center" gap="1">
            <IconButton
              label={texts.zoomOut}
              disabled={nextZoom(zoom, -1) === zoom}
              onClick={() => setZoom(nextZoom(zoom, -1))}
            >
              <MinusIcon />
            </IconButton>
            <Button
              variant="ghost"
              size="sm"
              aria-label={texts.fitToWindow(Math.round(zoom * 100))}
              onClick={() => setZoom(1)}
            >
              {Math.round(zoom * 100)}%
            </Button>
            <IconButton
              label={texts.zoomIn}
              disabled={nextZoom(zoom, 1) === zoom}
              onClick={() => setZoom(nextZoom(zoom, 1))}
            >
              <PlusIcon />
            </IconButton>
          </Flex>
        )}
      </Flex>
      {/* Focusable, so that the keyboard can scroll it. */}
      <Box
        key={shown.id}
        role="region"
        aria-label={texts.contentOf(shown.file_name)}
        tabIndex={0}
        flex="1"
        minHeight="0"
        overflow="auto"
        background="bg.muted"
        borderRadius="md"
        position="relative"
        containerType="size"
      >
        <PreviewContent attachment={shown} zoom={zoom} />
      </Box>
    </Dialog>
  )
}
