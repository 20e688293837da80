import { chakra, ErrorState } from '@helpdesk/ui'
import { useState } from 'react'
import { usePictureUrl } from '../use-picture-url'
import * as texts from './texts'

interface ImagePreviewProps {
  blob: Blob
  name: string
  /** An image type. The content type of the response is ignored, because it is not trusted. */
  type: string
  /** 1 fits the window. */
  zoom: number
}

/** Shows a picture as large as the window, or says why not. */
export function ImagePreview({ blob, name, type, zoom }: ImagePreviewProps) {
  const picture = usePictureUrl(blob, type)
  const [natural, setNatural] = useState<{ width: number; height: number }>()
  const [broken, setBroken] = useState(false)

  if (broken) return <ErrorState title={texts.imageDamaged} text={texts.imageDamagedText} />
  if (picture.kind === 'tooLarge') return <ErrorState title={texts.notShown} text={texts.imageTooLarge} />
  if (picture.kind === 'loading') return null
  return (
    <Frame>
      <Picture
        src={picture.url}
        alt={name}
        onLoad={({ currentTarget }) =>
          setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={() => setBroken(true)}
        style={natural ? { width: widthOf(natural, zoom) } : { opacity: 0, maxWidth: '100%' }}
      />
    </Frame>
  )
}

/** Small pictures keep their size, large ones fit the window (a size container); zoom multiplies both. */
const widthOf = ({ width, height }: { width: number; height: number }, zoom: number): string =>
  `calc(min(${width}px, 100cqw - 1rem, (100cqh - 1rem) * ${width / height}) * ${zoom})`

// As large as the window or the picture, whichever is larger, so that the window can scroll.
const Frame = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: 'max-content',
    minWidth: 'full',
    minHeight: 'full',
    padding: '2',
  },
})
const Picture = chakra('img', { base: { display: 'block', height: 'auto', maxWidth: 'none' } })
