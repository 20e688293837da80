import { chakra, ErrorState, Flex } from '@helpdesk/ui'
import { useEffect, useState } from 'react'

interface ImagePreviewProps {
  blob: Blob
  name: string
  /** One of the picture types; what storage answers is not asked. */
  type: string
  /** 1 fits the window. */
  zoom: number
}

/** A picture, painted by the browser from its bytes: an `img` runs nothing. */
export function ImagePreview({ blob, name, type, zoom }: ImagePreviewProps) {
  const [url, setUrl] = useState<string>()
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob, type])

  if (broken) return <ErrorState title="This picture is damaged" text="Download it to try another program." />
  if (!url) return null
  const size = `${zoom * 100}%`
  return (
    // The frame grows with the zoom and its parent scrolls; the picture never exceeds the frame.
    <Flex width={size} height={size} alignItems="center" justifyContent="center" padding="2">
      <Picture
        src={url}
        alt={name}
        style={zoom > 1 ? { width: '100%', height: '100%' } : undefined}
        onError={() => setBroken(true)}
      />
    </Flex>
  )
}

const Picture = chakra('img', { base: { maxWidth: 'full', maxHeight: 'full', objectFit: 'contain' } })
