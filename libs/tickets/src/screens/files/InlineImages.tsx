import { chakra, FileIcon, Flex } from '@helpdesk/ui'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useAttachmentFile } from '../../api/read-attachment'
import type { Attachment } from '../../model/rows'
import { useFiles } from './files-context'
import * as texts from './texts'
import { usePictureUrl } from './use-picture-url'

/** The pictures of a message. Each opens in the preview. */
export function InlineImages({ images }: { images: readonly Attachment[] }) {
  if (images.length === 0) return null
  return (
    <Flex wrap="wrap" gap="2" marginTop="2">
      {images.map((image) => (
        <InlineImage key={image.id} image={image} />
      ))}
    </Flex>
  )
}

function InlineImage({ image }: { image: Attachment }) {
  const { preview } = useFiles()
  const frame = useRef<HTMLButtonElement>(null)
  const { data: blob } = useAttachmentFile(image, useWasNear(frame))
  const picture = usePictureUrl(blob, image.file_type)
  const [broken, setBroken] = useState(false)
  return (
    <Frame
      ref={frame}
      type="button"
      aria-label={texts.preview(image.file_name)}
      onClick={() => preview(image)}
    >
      {picture.kind === 'url' && !broken ? (
        <img src={picture.url} alt="" onError={() => setBroken(true)} />
      ) : (
        <FileIcon size={20} />
      )}
    </Frame>
  )
}

/** True once the element was near the visible part of the page, so that long conversations load few pictures. */
function useWasNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current || typeof IntersectionObserver !== 'function') return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, near])
  return near
}

// A fixed size, so that a picture moves nothing when it arrives.
const Frame = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: 'min(100%, 18rem)',
    height: '11rem',
    padding: '1',
    overflow: 'hidden',
    color: 'fg.muted',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    cursor: 'zoom-in',
    _hover: { borderColor: 'border.emphasized' },
    '& img': { width: 'full', height: 'full', objectFit: 'contain' },
  },
})
